"""Traces as lists of events, each a dictionary. Names as of ROS 2's package of this name.

An event has `_name` (`ros2:rcl_init`), `_timestamp` (nanoseconds since the epoch),
`vpid`, `vtid`, `procname`, and its fields: pointers and numbers as int, a GID as a
list of its bytes.
"""
from typing import Any, Dict, List

DictEvent = Dict[str, Any]


def get_field(event: DictEvent, field_name: str, default: Any = None,
              raise_if_not_found: bool = True) -> Any:
    """The value of a field.

    Where there is none: `default`; without one, AttributeError, or None if
    raise_if_not_found is False.
    """
    value = event.get(field_name, default)
    if value is None and raise_if_not_found:
        raise AttributeError(f"event '{event.get('_name')}' has no field '{field_name}'; it has: "
                             f"{', '.join(event)}")
    return value


def get_event_name(event: DictEvent) -> str:
    """With its provider: `ros2:rcl_init`."""
    return event["_name"]


def get_event_timestamp(event: DictEvent) -> int:
    """Nanoseconds since the epoch."""
    return event["_timestamp"]


def get_event_pid(event: DictEvent) -> int:
    """The process, as it knows itself."""
    return event["vpid"]


def get_procname(event: DictEvent) -> str:
    """The name of the thread's command, 15 letters at most."""
    return event["procname"]


def get_tid(event: DictEvent) -> int:
    """The thread, as it knows itself."""
    return event["vtid"]


def get_events_with_name(event_name: str, events: List[DictEvent]) -> List[DictEvent]:
    """Those of one name."""
    return [event for event in events if event["_name"] == event_name]


def get_events_with_field_value(field_name: str, field_values: Any,
                                events: List[DictEvent]) -> List[DictEvent]:
    """Those whose field has this value, or one of this list or set of values.

    Raises AttributeError if an event has no such field.
    """
    values = field_values if isinstance(field_values, (list, set)) else [field_values]
    return [event for event in events if get_field(event, field_name) in values]
