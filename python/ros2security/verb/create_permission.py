"""`ros2 security create_permission`."""
from ros2security import api
from ros2security.verb import VerbExtension


class CreatePermissionVerb(VerbExtension):
    """Write the permissions of an enclave from a policy."""

    def add_arguments(self, parser, cli_name):
        api.add_name(parser)
        parser.add_argument("POLICY_FILE", help="the policy, with that enclave in it")
        api.add_expires(parser)

    def main(self, *, args):
        return api.run("create_permission", args.ROOT, args.NAME, args.POLICY_FILE,
                       *api.expires(args))
