"""A path that others are put behind."""
from launch.substitutions.path_join_substitution import PathJoinSubstitution


class PathSubstitution(PathJoinSubstitution):
    """Gives a path: a text, or a list of texts, put together. PathSubstitution(p) / "x" joins."""

    def __init__(self, path):
        super().__init__([path])
