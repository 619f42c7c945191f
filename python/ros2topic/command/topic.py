"""`ros2 topic`."""
from ros2cli.command import GroupCommand


class TopicCommand(GroupCommand):
    """Look at topics, and publish on them."""

    VERBS = "ros2topic.verb"

    def add_arguments(self, parser, cli_name, *, argv=None):
        parser.add_argument("--include-hidden-topics", action="store_true",
                            help="also those of which a part begins with '_'")
        super().add_arguments(parser, cli_name, argv=argv)
