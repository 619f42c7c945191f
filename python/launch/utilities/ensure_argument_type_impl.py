"""Checks of arguments."""


def ensure_argument_type(argument, types, argument_name, caller=None):
    """Raise TypeError if an argument is of none of these types."""
    accepted = tuple(types) if isinstance(types, (list, tuple)) else (types,)
    if isinstance(argument, accepted):
        return
    names = ", ".join(getattr(one, "__name__", str(one)) for one in accepted)
    where = f" of {caller}" if caller else ""
    raise TypeError(
        f"argument '{argument_name}'{where} is {argument!r} of type "
        f"'{type(argument).__name__}': expected one of [{names}]")
