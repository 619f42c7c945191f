"""Kinds of clocks."""
from enum import Enum, IntEnum


class ClockType(IntEnum):
    UNINITIALIZED = 0
    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3

    __str__ = Enum.__str__
