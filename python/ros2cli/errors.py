"""What ends a command with words for its user."""


class Refused(Exception):
    """What was asked for cannot be done; says of what, its value, and the remedy."""
