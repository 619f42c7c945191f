"""What is accepted where entities are expected."""
import collections.abc
from typing import Iterable, Union

from launch.launch_description_entity import LaunchDescriptionEntity

SomeEntitiesType = Union[LaunchDescriptionEntity, Iterable[LaunchDescriptionEntity]]
SomeEntitiesType_types_tuple = (LaunchDescriptionEntity, collections.abc.Iterable)
