"""Versions of extension points, and the making of extensions."""
import sys

from ros2cli.entry_points import load_entry_points

PLUGIN_SYSTEM_VERSION = "0.1"


class PluginException(Exception):
    """An extension is made for another version of its extension point."""


def _numbers(version):
    return tuple(int(part) for part in version.split("."))


def get_upper_bound_caret_version(version):
    """Give the first version that "^version" leaves out: the next of its first number not 0."""
    numbers = list(_numbers(version))
    at = next((i for i, number in enumerate(numbers) if number), len(numbers) - 1)
    return ".".join(map(str, numbers[:at] + [numbers[at] + 1] + [0] * (len(numbers) - at - 1)))


def satisfies_version(version, caret_range):
    """Raise PluginException unless the version is in a range like "^0.1"."""
    if not caret_range.startswith("^"):
        raise ValueError(f"A range begins with '^', '{caret_range}' does not")
    lowest = caret_range[1:]
    if _numbers(version) < _numbers(lowest):
        raise PluginException(f"The version '{version}' is below '{caret_range}'")
    if _numbers(version) >= _numbers(get_upper_bound_caret_version(lowest)):
        raise PluginException(f"The version '{version}' is beyond '{caret_range}'")


def instantiate_extensions(group_name, *, exclude_names=None, unique_instance=False):
    """Name -> an object of each class of a group."""
    classes = load_entry_points(group_name, exclude_names=exclude_names)
    made = {name: make_extension(group_name, name, kind, unique_instance=unique_instance)
            for name, kind in classes.items()}
    return {name: extension for name, extension in made.items() if extension is not None}


_made = {}


def make_extension(group_name, name, kind, *, unique_instance=False):
    """Give the one object of a class, or a new one; None, with a word, if it cannot be made."""
    if not unique_instance and kind in _made:
        return _made[kind]
    kind.NAME = name
    try:
        extension = kind()
    except Exception as error:  # what a package of a user does wrong must not end ours
        print(f"Failed to instantiate '{name}' extension of '{group_name}': {error}",
              file=sys.stderr)
        return None
    if not unique_instance:
        _made[kind] = extension
    return extension


def order_extensions(extensions, key, *, reverse=False):
    """Give the extensions of a dictionary in the order of a key of each."""
    return dict(sorted(extensions.items(), key=lambda item: key(item[1]), reverse=reverse))


def order_extensions_by_name(extensions):
    """Give the extensions of a dictionary by their names."""
    return dict(sorted(extensions.items()))
