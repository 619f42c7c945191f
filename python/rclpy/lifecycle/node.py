"""Managed nodes."""
import threading
from collections import namedtuple

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.reexports import reexports
from rclpy.lifecycle.managed_entity import ManagedEntity
from rclpy.lifecycle.publisher import LifecyclePublisher
from rclpy.lifecycle.transition import TransitionCallbackReturn
from rclpy.node import Node

__getattr__ = reexports(__name__)

LifecycleState = namedtuple("LifecycleState", ["label", "state_id"])

# The transition states of lifecycle_msgs/msg/State, and the methods that run in them.
_CALLBACKS = {10: "on_configure", 11: "on_cleanup", 12: "on_shutdown", 13: "on_activate",
              14: "on_deactivate", 15: "on_error"}


def _raise(error):
    raise error


class LifecycleNodeMixin(ManagedEntity):
    """Makes a node a managed one; to be initialized after the node."""

    def __init__(self, *, enable_communication_interface=True, callback_group=None):
        self._managed_entities = set()
        self._triggered = threading.local()  # `error`: what ends a program, None, or not there
        self._state_machine = _rclpy.LifecycleStateMachine(
            self.handle, self.get_clock().handle, self._run_callback,
            enable_communication_interface)
        self._states = dict(self._state_machine.available_states)

    def _run_callback(self, transition_state, before):
        """
        Give how the method of a transition ended; what it raises is logged.

        What ends a program, such as SystemExit, counts as an error too, so that who asked has an
        answer. Then it goes on: to who triggers the transition here, else out of spin().
        """
        name = _CALLBACKS[transition_state]
        try:
            result = getattr(self, name)(LifecycleState(self._states[before], before))
            if not isinstance(result, TransitionCallbackReturn):
                raise TypeError(
                    f"Callback '{name}' returned {result!r}, which is no "
                    "TransitionCallbackReturn")
        except Exception:
            import traceback
            self.get_logger().error(
                f"Caught exception in callback for transition: {traceback.format_exc()}")
            result = TransitionCallbackReturn.ERROR
        except BaseException as error:
            self._raise_later(error)
            result = TransitionCallbackReturn.ERROR
        return int(result)

    def _raise_later(self, error):
        if hasattr(self._triggered, "error"):
            self._triggered.error = error
        elif self.executor is not None:
            self.executor.create_task(_raise, error)

    def _trigger(self, label):
        """Run a transition here."""
        self._triggered.error = None
        try:
            outcome = self._state_machine.trigger_transition_by_label(label)
            if self._triggered.error is not None:
                raise self._triggered.error
        finally:
            del self._triggered.error
        return TransitionCallbackReturn(outcome)

    def trigger_configure(self):
        return self._trigger("configure")

    def trigger_cleanup(self):
        return self._trigger("cleanup")

    def trigger_activate(self):
        return self._trigger("activate")

    def trigger_deactivate(self):
        return self._trigger("deactivate")

    def trigger_shutdown(self):
        """Run the transition to the end, from the state that there is."""
        return self._trigger("shutdown")

    def add_managed_entity(self, entity):
        """Have it notified of the transitions."""
        self._managed_entities.add(entity)

    def create_lifecycle_publisher(self, *args, **kwargs):
        """Make a publisher that is silent while this node is not active."""
        if "publisher_class" in kwargs:
            raise TypeError(
                "create_publisher() got an unexpected keyword argument 'publisher_class'")
        publisher = Node.create_publisher(self, *args, **kwargs,
                                          publisher_class=LifecyclePublisher)
        self._managed_entities.add(publisher)
        return publisher

    def destroy_lifecycle_publisher(self, publisher):
        self._managed_entities.discard(publisher)
        return Node.destroy_publisher(self, publisher)

    def _tell(self, name, state):
        for entity in list(self._managed_entities):
            result = getattr(entity, name)(state)
            if not isinstance(result, TransitionCallbackReturn):
                raise TypeError(f"{name}() return value of class {type(entity)} should be "
                                "TransitionCallbackReturn.\nInstead, "
                                f"returned value: {result}")
            if result is not TransitionCallbackReturn.SUCCESS:
                return result
        return TransitionCallbackReturn.SUCCESS

    def on_configure(self, state):
        """Tell all managed entities, until one does not succeed."""
        return self._tell("on_configure", state)

    def on_cleanup(self, state):
        return self._tell("on_cleanup", state)

    def on_shutdown(self, state):
        return self._tell("on_shutdown", state)

    def on_activate(self, state):
        return self._tell("on_activate", state)

    def on_deactivate(self, state):
        return self._tell("on_deactivate", state)

    def on_error(self, state):
        return self._tell("on_error", state)


class LifecycleNode(LifecycleNodeMixin, Node):
    """A managed node."""

    def __init__(self, node_name, *, enable_communication_interface=True, **kwargs):
        Node.__init__(self, node_name, **kwargs)
        LifecycleNodeMixin.__init__(
            self, enable_communication_interface=enable_communication_interface)

    def destroy_node(self):
        """End the node with its state machine."""
        self._state_machine.destroy_when_not_in_use()
        super().destroy_node()
