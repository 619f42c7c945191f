"""Callbacks for changes of parameters, also of other nodes."""
import threading

from rclpy.impl import node_names
from rclpy.impl.reexports import reexports
from rclpy.qos import qos_profile_parameter_events

__getattr__ = reexports(__name__)


class ParameterCallbackHandle:
    """A callback for one parameter of one node."""

    def __init__(self, parameter_name, node_name, callback):
        self.parameter_name = parameter_name
        self.node_name = node_name
        self.callback = callback
        self.mutex = threading.Lock()


class ParameterEventCallbackHandle:
    """A callback for all events."""

    def __init__(self, callback):
        self.callback = callback
        self.mutex = threading.Lock()


class ParameterEventHandler:
    """Subscribes to the events of parameters, and tells those who want to hear."""

    class Callbacks:
        """Who hears of what."""

        def __init__(self):
            self.event_callbacks = []
            self.parameter_callbacks = {}  # (parameter, node): handles, the newest first
            self.mutex = threading.RLock()

        def event_callback(self, event):
            """Tell of one event."""
            with self.mutex:
                by_parameter = [
                    (handle, name) for (name, node), handles in self.parameter_callbacks.items()
                    if node == event.node for handle in handles]
                for_events = list(self.event_callbacks)
            for handle, name in by_parameter:
                parameter = ParameterEventHandler.get_parameter_from_event(
                    event, name, event.node)
                if parameter is not None:
                    with handle.mutex:
                        handle.callback(parameter)
            for handle in for_events:
                with handle.mutex:
                    handle.callback(event)

        def add_parameter_callback(self, parameter_name, node_name, callback):
            handle = ParameterCallbackHandle(parameter_name, node_name, callback)
            with self.mutex:
                self.parameter_callbacks.setdefault((parameter_name, node_name), []).insert(
                    0, handle)
            return handle

        def remove_parameter_callback(self, handle):
            key = handle.parameter_name, handle.node_name
            with self.mutex:
                handles = self.parameter_callbacks.get(key, [])
                if handle not in handles:
                    raise RuntimeError("Callback doesn't exist")
                handles.remove(handle)
                if not handles:
                    del self.parameter_callbacks[key]

        def add_parameter_event_callback(self, callback):
            handle = ParameterEventCallbackHandle(callback)
            with self.mutex:
                self.event_callbacks.insert(0, handle)
            return handle

        def remove_parameter_event_callback(self, handle):
            with self.mutex:
                if handle not in self.event_callbacks:
                    raise RuntimeError("Callback doesn't exist")
                self.event_callbacks.remove(handle)

    def __init__(self, node, qos_profile=qos_profile_parameter_events, callback_group=None,
                 event_callbacks=None, qos_overriding_options=None, raw=False):
        from rcl_interfaces.msg import ParameterEvent
        self.node = node
        self.qos_profile = qos_profile
        self._callbacks = ParameterEventHandler.Callbacks()
        self.parameter_event_subscription = node.create_subscription(
            ParameterEvent, "/parameter_events", self._callbacks.event_callback, qos_profile,
            callback_group=callback_group, event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options, raw=raw)

    def destroy(self):
        self.node.destroy_subscription(self.parameter_event_subscription)

    @staticmethod
    def get_parameter_from_event(event, parameter_name, node_name):
        """Give the message of a parameter that the event tells of; else None."""
        if event.node != node_name:
            return None
        for parameter in ParameterEventHandler.get_parameters_from_event(event):
            if parameter.name == parameter_name:
                return parameter
        return None

    @staticmethod
    def get_parameters_from_event(event):
        """Give what is new and what has changed."""
        yield from event.new_parameters
        yield from event.changed_parameters

    def add_parameter_callback(self, parameter_name, node_name, callback):
        """Have it called with the parameter when it changes; None: of the own node."""
        return self._callbacks.add_parameter_callback(
            parameter_name, self._resolve_path(node_name), callback)

    def remove_parameter_callback(self, handle):
        self._callbacks.remove_parameter_callback(handle)

    def add_parameter_event_callback(self, callback):
        """Have it called with every event."""
        return self._callbacks.add_parameter_event_callback(callback)

    def remove_parameter_event_callback(self, handle):
        self._callbacks.remove_parameter_event_callback(handle)

    def _resolve_path(self, node_path):
        if not node_path:
            return self.node.get_fully_qualified_name()
        if node_path.startswith("/"):
            return node_path
        return node_names.full(self.node.get_namespace(), node_path)
