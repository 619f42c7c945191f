"""`ros2 doctor security`."""
from ros2doctor.verb import VerbExtension
from ros2security import api


class SecurityVerb(VerbExtension):
    """Look for what is wrong with a keystore: dates, files, keys, domain, holes."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("ROOT", nargs="?",
                            help="the folder of the keystore (ROS_SECURITY_KEYSTORE)")
        parser.add_argument("-e", "--enclaves", nargs="+", default=[], metavar="NAME",
                            help="names of enclaves; without it all")
        parser.add_argument("--days", type=int, default=30,
                            help="say what ends within so many days (default: %(default)s)")
        parser.add_argument("--robot", action="store_true",
                            help="it lies on a robot: private/ is wrong there")

    def main(self, *, args):
        words = ["inspect", *([args.ROOT] if args.ROOT else []), "--days", str(args.days)]
        words += ["-e", *args.enclaves] if args.enclaves else []
        words += ["--robot"] if args.robot else []
        return api.run(*words)
