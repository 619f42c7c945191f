"""Functions that choose events by their names."""


def event_named(name):
    """Give a function that is true for events of this name."""
    return lambda event: event.name == name
