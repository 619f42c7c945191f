"""`ros2 daemon status`."""
from ros2cli.verb.daemon import VerbExtension


class StatusVerb(VerbExtension):
    """Output the status of the daemon, of which there is none."""
