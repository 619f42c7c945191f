"""`ros2 daemon stop`."""
from ros2cli.verb.daemon import VerbExtension


class StopVerb(VerbExtension):
    """Stop the daemon, of which there is none."""
