"""What events come to, in data frames."""


class DataModel:
    """The base of data models."""
