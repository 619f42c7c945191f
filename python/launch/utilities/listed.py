"""Arguments that are lists."""
import collections.abc

from launch.substitution import Substitution


def listed(values, name):
    """Give the values as a list; TypeError that names the argument if they are none."""
    if isinstance(values, (str, bytes, Substitution, collections.abc.Mapping)) or \
            not isinstance(values, collections.abc.Iterable):
        raise TypeError(f"{name}={values!r}: expected a list")
    return list(values)
