"""Base of events that ask processes for something."""
from launch.event import Event


class ProcessTargetedEvent(Event):
    """
    Asks some processes for something.

    :param process_matcher: a function of the action of a process.
    """

    name = "launch.events.process.ProcessTargetedEvent"

    def __init__(self, *, process_matcher):
        self.__process_matcher = process_matcher

    @property
    def process_matcher(self):
        return self.__process_matcher
