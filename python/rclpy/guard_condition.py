"""Guard conditions: callbacks that somebody triggers."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.impl.entity import Entity
from rclpy.utilities import get_default_context, require_valid


class GuardCondition(Entity):
    """Has its callback called after trigger(). Node.create_guard_condition() makes one."""

    _list = "_guards"

    def __init__(self, callback, callback_group, context=None):
        self._context = get_default_context() if context is None else context
        if self._context.handle is None:
            from rclpy.exceptions import NotInitializedException
            raise NotInitializedException("a guard condition needs a context")
        require_valid(self._context, "failed to create guard_condition: ")
        self.callback = callback
        self.callback_group = callback_group
        self._executor_event = False
        strand = _rclpy.Strand(True) if callback_group is None else callback_group._strand
        with self._context.handle:
            self.__gc = _rclpy.GuardCondition(
                strand, callback)

    def trigger(self):
        with self.__gc:
            self.__gc.trigger_guard_condition()

    @property
    def handle(self):
        return self.__gc

    def destroy(self):
        """End it."""
        self._leave_node()
        self.__gc.destroy_when_not_in_use()


class SignalHandlerGuardCondition(GuardCondition):
    """Is triggered by SIGINT and SIGTERM, where our handlers are installed."""

    def __init__(self, context=None):
        self._context = get_default_context() if context is None else context
        self.callback = None
        self.callback_group = ReentrantCallbackGroup()
        self._executor_event = False
        self._GuardCondition__gc = _rclpy.GuardCondition(
            self.callback_group._strand, None, by_signals=True)

    def __del__(self):
        self.destroy()
