"""What a managed node tells of its transitions."""
import functools

from rclpy.lifecycle.transition import TransitionCallbackReturn


class ManagedEntity:
    """Hears of the transitions of its node; all succeed unless a method says otherwise."""

    def on_configure(self, state):
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state):
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state):
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state):
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state):
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state):
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """Is enabled while its node is active."""

    def __init__(self):
        self._enabled = False

    def on_activate(self, state):
        self._enabled = True
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state):
        self._enabled = False
        return TransitionCallbackReturn.SUCCESS

    @property
    def is_activated(self):
        return self._enabled

    @staticmethod
    def when_enabled(wrapped=None, *, when_not_enabled=None):
        """Decorate a method: while the node is not active, the other is called, or nothing."""
        def decorator(method):
            @functools.wraps(method)
            def only_when_enabled(self, *args, **kwargs):
                if self._enabled:
                    return method(self, *args, **kwargs)
                if when_not_enabled is not None:
                    when_not_enabled()
                return None
            return only_when_enabled
        return decorator if wrapped is None else decorator(wrapped)
