"""Questions about classes."""
import inspect


def isclassinstance(obj):
    """Whether it is an object of a class, not a class, function or module."""
    return not (inspect.isclass(obj) or inspect.isroutine(obj) or inspect.ismodule(obj)) \
        and hasattr(obj, "__class__")


def is_a(obj, entity_type):
    return isinstance(obj, entity_type)


def is_a_subclass(obj, entity_type):
    """Whether it is a class below entity_type, or an object of one."""
    if isinstance(obj, entity_type):
        return True
    return inspect.isclass(obj) and issubclass(obj, entity_type)
