"""The event that an action has ended."""
from launch.event import Event


class ExecutionComplete(Event):
    """An action has done all that it does."""

    name = "launch.events.ExecutionComplete"

    def __init__(self, *, action):
        self.__action = action

    @property
    def action(self):
        return self.__action
