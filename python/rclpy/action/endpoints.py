"""What an action is made of: three services and two topics of a node."""
from rclpy._rclpy_pybind11 import RCLError
from rclpy.type_support import check_for_type_support


def check_is_action(action_type):
    """Raise unless it is a class of actions."""
    check_for_type_support(action_type)
    if not all(hasattr(action_type, part) for part in ("Goal", "Result", "Feedback", "Impl")):
        raise RuntimeError(
            f"The action type provided is not valid ({action_type}), this might be a message or "
            "service")


def check_is_valid(node, failed):
    """Raise ValueError, as for a bad name, if the context of the node has ended."""
    try:
        node.context.handle.require_valid(failed)
    except RCLError as error:
        raise ValueError(str(error)) from None


def prefix_of(node, action_name):
    """Give what the names of its services and topics begin with; rules for topics apply."""
    node.resolve_service_name(action_name, only_expand=True)  # raises as for a service
    return node.resolve_topic_name(action_name) + "/_action/"


class ActionEndpoint:
    """A client or server of an action: its node keeps it until one of the two is destroyed."""

    _is_destroyed = False
    _parts = ()

    def _keep(self, node, *parts):
        self._parts = parts
        node._kept_actions.append(self)

    def destroy(self):
        """End it; goals under way at a server end by themselves."""
        if self._is_destroyed:
            return
        self._is_destroyed = True
        if self in self._node._kept_actions:
            self._node._kept_actions.remove(self)
        for part in self._parts:
            part.destroy()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, trace):
        self.destroy()


def hidden(entity, entities):
    """Give it; the node's list of them, which users see, does not have it."""
    entities.remove(entity)
    return entity
