"""Which messages of a topic a subscription wants."""
from typing import NamedTuple


class ContentFilterOptions(NamedTuple):
    """A condition on the fields of a message (DDS 1.4, annex B); '' for everything."""

    filter_expression: str
    expression_parameters: list[str]  # stand for %0 to %99
