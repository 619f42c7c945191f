"""`ros2 security rotate_enclave`."""
from ros2security import api
from ros2security.verb import VerbExtension


class RotateEnclaveVerb(VerbExtension):
    """Give an enclave a new key and certificate, with the same rights."""

    def add_arguments(self, parser, cli_name):
        api.add_name(parser)
        parser.add_argument("--revoke", action="store_true",
                            help="refuse the old certificate from now on")
        api.add_expires(parser)

    def main(self, *, args):
        revoke = ["--revoke"] if args.revoke else []
        return api.run("rotate_enclave", args.ROOT, args.NAME, *revoke, *api.expires(args))
