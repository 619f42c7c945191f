"""The event of the stderr of a process."""
from launch.events.process.process_io import ProcessIO


class ProcessStderr(ProcessIO):
    """A process wrote to its standard error."""

    name = "launch.events.process.ProcessStderr"

    def __init__(self, *, text, **kwargs):
        super().__init__(text=text, fd=2, **kwargs)
