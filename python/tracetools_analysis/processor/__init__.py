"""Handlers: they make data models from events."""
from typing import Any

from ..loading import Events


class EventHandler:
    """Makes a data model. Your own handlers, called for each event, are not supported."""

    def __init__(self, **kwargs: Any) -> None:
        del kwargs
        self._data: Any = None

    @property
    def data(self) -> Any:
        """The data model; None before handle()."""
        return self._data

    @classmethod
    def process(cls, events: Events, **kwargs: Any) -> "EventHandler":
        """A handler that has handled these events."""
        handler = cls(**kwargs)
        Processor(handler).process(events)
        return handler

    def handle(self, events: Events) -> None:
        """Makes the data model."""
        raise NotImplementedError(f"{type(self).__name__} has no handle(events), by which handlers "
                                  "here make their data model; take Ros2Handler")


class Processor:
    """Gives the same events to several handlers."""

    def __init__(self, *handlers: EventHandler, **kwargs: Any) -> None:
        del kwargs
        for handler in handlers:
            if not isinstance(handler, EventHandler):
                raise TypeError(f"Processor({handler!r}): give handlers, as Ros2Handler()")
        self._handlers = handlers

    def process(self, events: Events, **kwargs: Any) -> None:
        """@param events  what tracetools_analysis.loading.load_file() gave."""
        del kwargs
        if not isinstance(events, Events):
            raise TypeError(f"process() got {type(events).__name__}; give it what "
                            "tracetools_analysis.loading.load_file(DIRECTORY) returns")
        for handler in self._handlers:
            handler.handle(events)
