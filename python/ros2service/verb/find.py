"""`ros2 service find`."""
from ros2cli.verb import of_names
from ros2service.api import service_type_completer
from ros2service.verb import VerbExtension


class FindVerb(of_names.Find, VerbExtension):
    """List the services of a type."""

    completer = staticmethod(service_type_completer)
