"""`ros2 security merge`."""
from ros2security import api
from ros2security.verb import VerbExtension


class MergeVerb(VerbExtension):
    """Add policies to one file, or all their nodes to one enclave, as a container has."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("OUT", help="the file; '-' prints it")
        parser.add_argument("POLICY_FILE", nargs="+", help="policies; '-' reads the input")
        parser.add_argument("--enclave", help="puts all nodes into this enclave")
        parser.add_argument("--from", dest="origins", metavar="ENCLAVE", action="append",
                            default=[], help="with --enclave: the nodes of this enclave alone; "
                                             "may be given several times")

    def main(self, *, args):
        words = ["merge", args.OUT, *args.POLICY_FILE]
        words += ["--enclave", args.enclave] if args.enclave else []
        for origin in args.origins:
            words += ["--from", origin]
        return api.run(*words)
