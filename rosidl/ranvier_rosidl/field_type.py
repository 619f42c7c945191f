"""The type of a field, whatever file it was read from."""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Type:
    """The type of a field: a scalar, and how it repeats.

    `scalar` is a name of .msg files ("uint8", "string") or the full name of a
    message ("std_msgs/msg/Header"); `repeat` is none, array, bounded or
    sequence; `capacity` the array length or the sequence's bound;
    `string_bound` the bound of a string, else 0.
    """
    scalar: str
    repeat: str = "none"
    capacity: int = 0
    string_bound: int = 0

    @property
    def nested(self) -> bool:
        return "/" in self.scalar

    @property
    def is_string(self) -> bool:
        return self.scalar in ("string", "wstring")

    @property
    def element(self) -> Type:
        return Type(self.scalar, string_bound=self.string_bound)
