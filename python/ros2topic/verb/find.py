"""`ros2 topic find`."""
from ros2cli.verb import of_names
from ros2topic.api import message_type_completer
from ros2topic.verb import VerbExtension


class FindVerb(of_names.Find, VerbExtension):
    """List the topics of a type."""

    completer = staticmethod(message_type_completer)
