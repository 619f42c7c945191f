"""`ros2 security generate_artifacts`."""
from ros2security import api
from ros2security.verb import VerbExtension


class GenerateArtifactsVerb(VerbExtension):
    """Make a keystore, enclaves and permissions from names and policies."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("-k", "--keystore-root-path",
                            help="the folder of the keystore (ROS_SECURITY_KEYSTORE)")
        parser.add_argument("-e", "--enclaves", nargs="*", default=[], help="names of enclaves")
        parser.add_argument("-p", "--policy-files", nargs="*", default=[], help="policies")
        api.add_expires(parser)

    def main(self, *, args):
        words = ["generate_artifacts", *api.expires(args)]
        for option, values in (("-k", [args.keystore_root_path] * bool(args.keystore_root_path)),
                               ("-e", args.enclaves), ("-p", args.policy_files)):
            words += [option, *values] if values else []
        return api.run(*words)
