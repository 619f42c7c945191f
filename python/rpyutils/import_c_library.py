"""Imports a compiled module, and says what to do where that fails."""
import importlib


def import_c_library(name, package=None):
    """The module `name`, relative to `package` if it begins with a dot.

    Raises ImportError as importlib does, with what can be done added to its words.
    """
    try:
        return importlib.import_module(name, package=package)
    except ImportError as error:
        of = f" of package '{package}'" if package else ""
        error.msg += (f"\nThe compiled module '{name}'{of} could not be loaded. Is the prefix that "
                      "has it sourced, and was it built for this Python?")
        raise
