"""Errors, and optional modules."""
import importlib


class TraceError(RuntimeError):
    """A folder cannot be read as a trace; the message says why."""


class TraceWarning(UserWarning):
    """Something is wrong with a trace; the rest of it was read."""


def need(module: str, what: str):
    """Imports a module outside of Python's library. Raises ImportError with the remedy."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{what} needs {module}, which cannot be imported ({error}). Install it (Debian: apt "
            f"install python3-{module}; else: pip install {module}), or use the columns as they "
            "are: table['column'].", name=module) from error
