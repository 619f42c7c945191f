"""`ros2 security create_keystore`."""
from ros2security import api
from ros2security.verb import VerbExtension


class CreateKeystoreVerb(VerbExtension):
    """Make a keystore."""

    def add_arguments(self, parser, cli_name):
        api.add_root(parser)
        api.add_expires(parser)

    def main(self, *, args):
        return api.run("create_keystore", args.ROOT, *api.expires(args))
