"""The handler of processes: of their start."""
from launch.event_handlers.on_action_event_base import OnActionEventBase
from launch.events.process import ProcessStarted


class OnProcessStart(OnActionEventBase):
    """Does something when a process was started; all processes with target_action=None."""

    def __init__(self, *, target_action=None, on_start, handle_once=False):
        from launch.actions.execute_process import ExecuteProcess
        super().__init__(
            action_matcher=target_action, on_event=on_start, target_event_cls=ProcessStarted,
            target_action_cls=ExecuteProcess, handle_once=handle_once)
