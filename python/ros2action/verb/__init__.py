"""Verbs of `ros2 action`."""
from ros2cli.verb import VerbExtension as Base


class VerbExtension(Base):
    """A verb of `ros2 action`."""

    OF = "action"  # this and the rest: of ros2cli.verb.of_names
    EXAMPLES = "/fibonacci", "example_interfaces/action/Fibonacci"
    HIDES = False

    @staticmethod
    def names_and_types(node, hidden):
        from ros2action.api import get_action_names_and_types
        return get_action_names_and_types(node=node)
