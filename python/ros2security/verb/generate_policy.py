"""`ros2 security generate_policy`."""
import os

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2security import api
from ros2security.verb import VerbExtension


class GeneratePolicyVerb(VerbExtension):
    """Write a policy that allows what the nodes of the graph do now."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("POLICY_FILE", help="what it says already stays, and is added to")

    def main(self, *, args):
        from ros2security.api.graph import read_policy
        with NodeStrategy(args) as node:
            text = read_policy(node)
        there = [args.POLICY_FILE] if os.path.exists(args.POLICY_FILE) else []
        return api.run("merge", args.POLICY_FILE, *there, "-", input=text.encode())
