"""`ros2 security create_enclave`."""
from ros2security import api
from ros2security.verb import VerbExtension


class CreateEnclaveVerb(VerbExtension):
    """Make an enclave that may do everything."""

    def add_arguments(self, parser, cli_name):
        api.add_name(parser)
        api.add_expires(parser)

    def main(self, *, args):
        return api.run("create_enclave", args.ROOT, args.NAME, *api.expires(args))
