"""`ros2 security list_enclaves`."""
from ros2security import api
from ros2security.verb import VerbExtension


class ListEnclavesVerb(VerbExtension):
    """Print the names of the enclaves of a keystore."""

    def add_arguments(self, parser, cli_name):
        api.add_root(parser)

    def main(self, *, args):
        return api.run("list_enclaves", args.ROOT)
