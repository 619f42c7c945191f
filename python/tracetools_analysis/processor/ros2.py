"""The handler of ROS 2's events."""
from typing import Any

from ..data_model.ros2 import Ros2DataModel
from ..loading import Events
from . import EventHandler


class Ros2Handler(EventHandler):
    """Makes a Ros2DataModel: `Ros2Handler.process(events).data`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    @property
    def data(self) -> Ros2DataModel:
        """The data model; None before there were events."""
        return self._data

    def handle(self, events: Events) -> None:
        """Raises ImportError if there is no pandas."""
        self._data = Ros2DataModel(events.trace)
