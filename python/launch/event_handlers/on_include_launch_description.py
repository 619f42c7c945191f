"""The handler that visits descriptions."""
from launch.event_handler import BaseEventHandler
from launch.events import IncludeLaunchDescription
from launch.utilities import is_a_subclass


class OnIncludeLaunchDescription(BaseEventHandler):
    """Gives the description of the event to be visited."""

    def __init__(self, *, handle_once=False):
        super().__init__(
            matcher=lambda event: is_a_subclass(event, IncludeLaunchDescription),
            handle_once=handle_once)

    def handle(self, event, context):
        super().handle(event, context)
        return [event.launch_description]

    @property
    def handler_description(self):
        return "returns the launch_description in the event"

    @property
    def matcher_description(self):
        return "event issubclass of launch.events.IncludeLaunchDescription"
