"""`ros2 service type`."""
from ros2cli.verb import of_names
from ros2service.api import ServiceNameCompleter
from ros2service.verb import VerbExtension


class TypeVerb(of_names.Type, VerbExtension):
    """Print the types of a service."""

    completer = ServiceNameCompleter(include_hidden_services_key="include_hidden_services")
