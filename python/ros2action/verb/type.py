"""`ros2 action type`."""
from ros2action.api import action_name_completer
from ros2action.verb import VerbExtension
from ros2cli.verb import of_names


class TypeVerb(of_names.Type, VerbExtension):
    """Print the types of an action."""

    completer = staticmethod(action_name_completer)
