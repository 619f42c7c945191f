"""An event handler that a description takes away."""
from launch.action import Action


class UnregisterEventHandler(Action):
    """Takes an event handler away that is registered."""

    def __init__(self, event_handler, **kwargs):
        super().__init__(**kwargs)
        self.__event_handler = event_handler

    @property
    def event_handler(self):
        return self.__event_handler

    def execute(self, context):
        context.unregister_event_handler(self.__event_handler)
