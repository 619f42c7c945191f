"""`ros2 test`."""
import os
import socket

from ros2cli.command import CommandExtension

_MOST_DOMAINS = 100
_FIRST_PORT = 22119  # of the ports that stand for domains while a test has them


class TestCommand(CommandExtension):
    """Run a launch test, in a domain that no other test has."""

    def add_arguments(self, parser, cli_name):
        from launch_testing.launch_test import add_arguments
        parser.add_argument("--disable-isolation", action="store_true",
                            help="stay in the domain of ROS_DOMAIN_ID")
        add_arguments(parser)

    def main(self, *, parser, args):
        from launch_testing import launch_test
        held = None
        if not args.disable_isolation and "ROS_DOMAIN_ID" not in os.environ:
            held, domain = free_domain()
            os.environ["ROS_DOMAIN_ID"] = str(domain)
            print(f"Running with ROS_DOMAIN_ID {domain}")
        try:
            return launch_test.run(parser, args)
        finally:
            if held is not None:
                held.close()


def free_domain():
    """Give a socket, and the number of a domain that is this process's while it is open."""
    for domain in range(1, _MOST_DOMAINS):
        held = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            held.bind(("127.0.0.1", _FIRST_PORT + domain))
            return held, domain
        except OSError:
            held.close()
    raise RuntimeError(f"All {_MOST_DOMAINS} domains of this host are taken by tests. Set "
                       "ROS_DOMAIN_ID yourself, or wait for one of them.")
