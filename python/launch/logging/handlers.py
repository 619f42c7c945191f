"""Handlers that format the records of each logger in its own way."""
import logging


def with_per_logger_formatting(cls):
    """Give a class below this handler class, with formatters for single loggers."""

    class _PerLogger(cls):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self._formatters = {}

        def handle(self, record):
            """Handle a record once, though several loggers on its way have this handler."""
            handled = record.__dict__.setdefault("_launch_handled_by", set())
            if id(self) in handled:
                return False
            handled.add(id(self))
            return super().handle(record)

        def setFormatterFor(self, logger, formatter):
            self._formatters[logger.name] = formatter

        def unsetFormatterFor(self, logger):
            self._formatters.pop(logger.name, None)

        def getFormatterFor(self, logger):
            return self._formatters.get(logger.name)

        def format(self, record):
            formatter = self._formatters.get(record.name)
            return formatter.format(record) if formatter else super().format(record)

    _PerLogger.__name__ = _PerLogger.__qualname__ = cls.__name__
    return _PerLogger


StreamHandler = with_per_logger_formatting(logging.StreamHandler)
FileHandler = with_per_logger_formatting(logging.FileHandler)


def __getattr__(name):
    """Give the other handlers of logging.handlers, with formatters for single loggers."""
    import logging.handlers as _standard
    found = getattr(_standard, name, None) or getattr(logging, name, None)
    if not isinstance(found, type) or not issubclass(found, logging.Handler):
        raise AttributeError(f"module 'launch.logging.handlers' has no attribute '{name}'")
    return with_per_logger_formatting(found)
