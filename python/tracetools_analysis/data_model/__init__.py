"""Data models: events as data frames."""


class DataModel:
    """The base of data models."""
