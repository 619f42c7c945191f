"""The error that ends a command with a message."""


class Refused(RuntimeError):
    """The command cannot be carried out; the message has the reason, the value and the remedy."""
