"""The entry points by which commands and verbs are found.

Ours are in `entry_points.txt` beside this file. Those of other packages are in their metadata on
sys.path, in the files that importlib.metadata reads too; here only what has a group that is asked
for is parsed, and nothing is imported.
"""
import functools
import os
import sys

EXTENSION_POINT_GROUP_NAME = "ros2cli.extension_point"
_OURS = os.path.join(os.path.dirname(__file__), "entry_points.txt")


class EntryPoint:
    """A name of a group, and the object that it stands for."""

    def __init__(self, group, name, value):
        self.group = group
        self.name = name
        self.value = value
        self.module, _, self.attr = value.partition("[")[0].strip().partition(":")

    def load(self):
        """Import the object."""
        import importlib
        found = importlib.import_module(self.module.strip())
        for part in filter(None, self.attr.strip().split(".")):
            found = getattr(found, part)
        return found

    def __repr__(self):
        return f"EntryPoint(name={self.name!r}, value={self.value!r}, group={self.group!r})"


def _parse(path):
    """Group -> name -> EntryPoint, of a file; empty for what cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    groups, group = {}, None
    for line in map(str.strip, lines):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif group and "=" in line and line[0] not in "#;":
            name, _, value = line.partition("=")
            groups.setdefault(group, {})[name.strip()] = EntryPoint(
                group, name.strip(), value.strip())
    return groups


def _metadata_folders():
    """Give the folders with metadata on sys.path; of a distribution the first counts."""
    seen = {"ranvier"}  # which has what _OURS has
    for place in sys.path:
        try:
            names = sorted(os.listdir(place or "."))
        except OSError:
            continue
        for name in names:
            stem, ending = os.path.splitext(name)
            distribution = stem.partition("-")[0].lower().replace(".", "_")
            if ending in (".dist-info", ".egg-info") and distribution not in seen:
                seen.add(distribution)
                yield os.path.join(place, name)


@functools.lru_cache(maxsize=1)
def our_entry_points():
    """Group -> name -> EntryPoint, of what is installed with this package."""
    return _parse(_OURS)


@functools.lru_cache(maxsize=1)
def get_all_entry_points():
    """Group -> name -> EntryPoint, of ours and of other packages."""
    groups = {group: dict(names) for group, names in our_entry_points().items()}
    for folder in _metadata_folders():
        for group, names in _parse(os.path.join(folder, "entry_points.txt")).items():
            for name, entry_point in names.items():
                groups.setdefault(group, {}).setdefault(name, entry_point)
    return groups


def get_entry_points(group_name):
    """Name -> EntryPoint, of a group."""
    return dict(get_all_entry_points().get(group_name, {}))


def load_entry_points(group_name, *, exclude_names=None):
    """Name -> what it stands for; one that cannot be imported is reported and left out."""
    loaded = {}
    for name, entry_point in get_entry_points(group_name).items():
        if exclude_names and name in exclude_names:
            continue
        try:
            loaded[name] = entry_point.load()
        except Exception as error:  # what a package of a user does wrong must not end ours
            print(f"Failed to load entry point '{name}' of '{group_name}': {error}",
                  file=sys.stderr)
    return loaded


def get_first_line_doc(any_type):
    """Give the first line of a docstring, without a full stop at its end."""
    lines = [line.strip() for line in (any_type.__doc__ or "").splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else ""
