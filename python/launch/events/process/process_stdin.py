"""The event of the stdin of a process."""
from launch.events.process.process_io import ProcessIO


class ProcessStdin(ProcessIO):
    """A process was given something on its standard input."""

    name = "launch.events.process.ProcessStdin"

    def __init__(self, *, text, **kwargs):
        super().__init__(text=text, fd=0, **kwargs)
