"""The classes of messages, services and actions: what generated modules stand on.

Importing this costs nothing: each part loads what it needs.
"""

__all__ = ["UnsupportedTypeSupport", "import_type_support"]


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from . import import_type_support_impl
    globals().update({one: getattr(import_type_support_impl, one) for one in __all__})
    return globals()[name]
