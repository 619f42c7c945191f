"""Verbs of `ros2 bag`."""
from ros2cli.verb import VerbExtension as Base


class VerbExtension(Base):
    """A verb of `ros2 bag`."""
