"""Verbs of `ros2 topic`."""
from ros2cli.verb import VerbExtension as Base


class VerbExtension(Base):
    """A verb of `ros2 topic`."""

    OF = "topic"  # this and the rest: of ros2cli.verb.of_names
    EXAMPLES = "/chatter", "std_msgs/msg/String"
    HIDES = True

    @staticmethod
    def names_and_types(node, hidden):
        from ros2topic.api import get_topic_names_and_types
        return get_topic_names_and_types(node=node, include_hidden_topics=hidden)
