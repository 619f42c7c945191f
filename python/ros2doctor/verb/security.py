"""`ros2 doctor security`."""
import os

from ros2cli.node.direct import DirectNode
from ros2doctor.verb import VerbExtension
from ros2security import api
from ros2topic.api import positive_float


class SecurityVerb(VerbExtension):
    """Look for what is wrong with a keystore: dates, files, keys, domain, holes; and with peers."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("ROOT", nargs="?",
                            help="the folder of the keystore (ROS_SECURITY_KEYSTORE)")
        parser.add_argument("-e", "--enclaves", nargs="+", default=[], metavar="NAME",
                            help="names of enclaves; without it all")
        parser.add_argument("--days", type=int, default=30,
                            help="say what ends within so many days (default: %(default)s)")
        parser.add_argument("--robot", action="store_true",
                            help="it lies on a robot: private/ is wrong there")
        parser.add_argument("--peers", type=positive_float, dest="spin_time", metavar="SECONDS",
                            help="join the domain, as the enclave of the environment, for so long: "
                                 "the log says who is refused, and why")

    def main(self, *, args):
        words = ["inspect", *([args.ROOT] if args.ROOT else []), "--days", str(args.days)]
        words += ["-e", *args.enclaves] if args.enclaves else []
        words += ["--robot"] if args.robot else []
        status = api.run(*words)
        return (_hear_of_peers(args) if args.spin_time else 0) or status


def _hear_of_peers(args):
    if os.environ.get("ROS_SECURITY_ENABLE") != "true":
        return ("--peers needs an enclave, and ROS_SECURITY_ENABLE is not 'true'. Set it, and "
                "ROS_SECURITY_ENCLAVE_OVERRIDE.")
    with DirectNode(args):  # it listens before it is there
        return 0
