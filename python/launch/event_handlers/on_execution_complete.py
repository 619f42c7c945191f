"""The handler of the end of actions."""
from launch.event_handlers.on_action_event_base import OnActionEventBase
from launch.events import ExecutionComplete


class OnExecutionComplete(OnActionEventBase):
    """Does something when an action has ended; all actions with target_action=None."""

    def __init__(self, *, target_action=None, on_completion, handle_once=False):
        from launch.action import Action
        super().__init__(
            action_matcher=target_action, on_event=on_completion,
            target_event_cls=ExecutionComplete, target_action_cls=Action,
            handle_once=handle_once)
