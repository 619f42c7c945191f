"""The event that a timer is over."""
from launch.event import Event


class TimerEvent(Event):
    """The period of a timer action is over."""

    name = "launch.events.TimerEvent"

    def __init__(self, *, timer_action):
        self.__timer_action = timer_action

    @property
    def timer_action(self):
        return self.__timer_action
