"""The handler of processes: of their exit."""
from launch.event_handlers.on_action_event_base import OnActionEventBase
from launch.events.process import ProcessExited


class OnProcessExit(OnActionEventBase):
    """Does something when a process has ended; all processes with target_action=None."""

    def __init__(self, *, target_action=None, on_exit, handle_once=False):
        from launch.actions.execute_local import ExecuteLocal
        super().__init__(
            action_matcher=target_action, on_event=on_exit, target_event_cls=ProcessExited,
            target_action_cls=ExecuteLocal, handle_once=handle_once)
