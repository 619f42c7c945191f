"""`ros2 security revoke_enclave`."""
from ros2security import api
from ros2security.verb import VerbExtension


class RevokeEnclaveVerb(VerbExtension):
    """Refuse the certificate of an enclave from now on."""

    def add_arguments(self, parser, cli_name):
        api.add_name(parser)

    def main(self, *, args):
        return api.run("revoke_enclave", args.ROOT, args.NAME)
