"""Something that happened."""


class Event:
    """Base of all events; 'name' is the name of its kind."""

    name = "launch.Event"
