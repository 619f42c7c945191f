"""`ros2 topic type`."""
from ros2cli.verb import of_names
from ros2topic.api import TopicNameCompleter
from ros2topic.verb import VerbExtension


class TypeVerb(of_names.Type, VerbExtension):
    """Print the types of a topic."""

    completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")
