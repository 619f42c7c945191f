"""An event that a description emits."""
from launch.action import Action
from launch.event import Event
from launch.utilities import is_a_subclass


class EmitEvent(Action):
    """Emits an event."""

    def __init__(self, *, event, **kwargs):
        super().__init__(**kwargs)
        if not is_a_subclass(event, Event):
            raise RuntimeError(f"EmitEvent(event={event!r}): expected a launch.Event")
        self.__event = event

    @property
    def event(self):
        return self.__event

    def execute(self, context):
        context.emit_event_sync(self.__event)
