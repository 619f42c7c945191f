"""Checks of what stands behind the name of a substitution in a file."""


def check_count(name, data, least, most=None):
    """Raise TypeError unless there are that many arguments."""
    count = len(data or [])
    if count < least or (most is not None and count > most):
        expected = f"{least}" if least == most else \
            f"{least} to {most}" if most is not None else f"at least {least}"
        raise TypeError(f"$({name} ...) has {count} arguments: expected {expected}")


def text_of(context, parts):
    from launch.utilities import perform_substitutions
    return perform_substitutions(context, parts)
