"""The event that a process wrote."""
from launch.events.process.running_process_event import RunningProcessEvent


class ProcessIO(RunningProcessEvent):
    """
    A process wrote something.

    :param text: bytes, as they were read.
    :param fd: 0, 1 or 2.
    """

    name = "launch.events.process.ProcessIO"

    def __init__(self, *, text, fd, **kwargs):
        super().__init__(**kwargs)
        self.__text = text
        self.__fd = fd

    @property
    def text(self):
        return self.__text

    @property
    def from_stdin(self):
        return self.__fd == 0

    @property
    def from_stdout(self):
        return self.__fd == 1

    @property
    def from_stderr(self):
        return self.__fd == 2
