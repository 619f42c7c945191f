"""The event that a description is to be visited."""
from launch.event import Event


class IncludeLaunchDescription(Event):
    """Asks for a launch description to be visited."""

    name = "launch.events.IncludeLaunchDescription"

    def __init__(self, launch_description):
        self.__launch_description = launch_description

    @property
    def launch_description(self):
        return self.__launch_description
