"""`ros2 doctor stuck`."""
import subprocess
import sys

import ranvier_prefix
from ros2doctor.verb import VerbExtension

_PROGRAM = "ranvier-executors"


class StuckVerb(VerbExtension):
    """Name callbacks that wait for what only their own thread or group could bring."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("PID", nargs="?", type=int, help="of this process alone")

    def main(self, *, args):
        try:
            path = ranvier_prefix.program(_PROGRAM)
        except FileNotFoundError as error:
            return str(error)
        sys.stdout.flush()
        words = ["--stuck"] if args.PID is None else ["--stuck", str(args.PID)]
        return subprocess.run([path, *words], check=False).returncode
