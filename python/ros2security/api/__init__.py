"""What verbs of `ros2 security` share: the program `ranvier-security`, and words of parsers."""
import subprocess
import sys

import ranvier_prefix

PROGRAM = "ranvier-security"
OF_THE_LOADER = 127  # the status of a program whose libraries are not all there


def run(*words, **options):
    """Run the program to its end; give its status, or words. It prints its errors itself."""
    try:
        path = ranvier_prefix.program(PROGRAM)
    except FileNotFoundError as error:
        return str(error)
    sys.stdout.flush()
    status = subprocess.run([path, *words], check=False, **options).returncode
    if status == OF_THE_LOADER:
        return (f"'{path}' did not start, since this machine lacks the library that the line above "
                "names. Keystores need libxml2 and libssl3 (apt install libxml2 libssl3).")
    return status


def add_root(parser):
    parser.add_argument("ROOT", help="the folder of the keystore")


def add_name(parser):
    add_root(parser)
    parser.add_argument("NAME", help="name of an enclave: /talker")


def add_expires(parser):
    parser.add_argument("--expires", metavar="DATE",
                        help="until when what is made holds: 2027-01-31 or 2027-01-31T12:00:00 "
                             "(UTC); without it for 3650 days")


def expires(args):
    """Give the words of --expires."""
    return ["--expires", args.expires] if args.expires else []


def warn_of_old_name(old, new):
    print(f"'{old}' is an old name: use '{new}'.", file=sys.stderr)
