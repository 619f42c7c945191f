"""The handler of what processes write."""
from launch.event_handlers.on_action_event_base import OnActionEventBase, call_with_context
from launch.events.process import ProcessIO


class OnProcessIO(OnActionEventBase):
    """
    Calls a function with what a process wrote; of all processes with target_action=None.

    :param on_stdin, on_stdout, on_stderr: functions of the event, that may give entities.
    """

    def __init__(self, *, target_action=None, on_stdin=None, on_stdout=None, on_stderr=None,
                 handle_once=False):
        from launch.actions.execute_local import ExecuteLocal

        def handle(event, context):
            function = on_stdout if event.from_stdout else \
                on_stderr if event.from_stderr else on_stdin
            return None if function is None else \
                call_with_context(function, event, context, prefer_event=True)

        super().__init__(
            action_matcher=target_action, on_event=handle, target_event_cls=ProcessIO,
            target_action_cls=ExecuteLocal, handle_once=handle_once)
