"""The event that a process has ended."""
from launch.events.process.running_process_event import RunningProcessEvent


class ProcessExited(RunningProcessEvent):
    """
    A process has ended.

    :param returncode: its status; -n: signal n ended it.
    """

    name = "launch.events.process.ProcessExited"

    def __init__(self, *, returncode, **kwargs):
        super().__init__(**kwargs)
        self.__returncode = returncode

    @property
    def returncode(self):
        return self.__returncode
