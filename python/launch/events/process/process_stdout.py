"""The event of the stdout of a process."""
from launch.events.process.process_io import ProcessIO


class ProcessStdout(ProcessIO):
    """A process wrote to its standard output."""

    name = "launch.events.process.ProcessStdout"

    def __init__(self, *, text, **kwargs):
        super().__init__(text=text, fd=1, **kwargs)
