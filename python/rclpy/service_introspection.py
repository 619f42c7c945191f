"""What a service or a client tells of its requests."""
from enum import IntEnum


class ServiceIntrospectionState(IntEnum):
    OFF = 0
    METADATA = 1
    CONTENTS = 2
