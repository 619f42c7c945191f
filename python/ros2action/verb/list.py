"""`ros2 action list`."""
from ros2action.verb import VerbExtension
from ros2cli.verb import of_names


class ListVerb(of_names.List, VerbExtension):
    """List actions."""
