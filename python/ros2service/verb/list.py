"""`ros2 service list`."""
from ros2cli.verb import of_names
from ros2service.verb import VerbExtension


class ListVerb(of_names.List, VerbExtension):
    """List services."""
