"""Verbs of `ros2 service`."""
from ros2cli.verb import VerbExtension as Base


class VerbExtension(Base):
    """A verb of `ros2 service`."""

    OF = "service"  # this and the rest: of ros2cli.verb.of_names
    EXAMPLES = "/add_two_ints", "std_srvs/srv/Empty"
    HIDES = True

    @staticmethod
    def names_and_types(node, hidden):
        from ros2service.api import get_service_names_and_types
        return get_service_names_and_types(node=node, include_hidden_services=hidden)
