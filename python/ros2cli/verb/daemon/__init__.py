"""Verbs of `ros2 daemon`: commands answer without one."""
from ros2cli.verb import VerbExtension as Base

WORDS = "There is no daemon: each command asks the graph itself"


class VerbExtension(Base):
    """A verb that says so, and succeeds."""

    def main(self, *, args):
        print(WORDS)
        return 0
