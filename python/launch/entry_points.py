"""What packages of users add to launch, by the entry points in their metadata."""
import os
import sys


def entry_points(group):
    """
    Give the entry points of a group.

    importlib.metadata takes longer to import than launch itself, and most often there is none:
    it is asked only if a file has the name of the group in it.
    """
    if not any(f"[{group}]" in text for text in _texts()):
        return []
    import importlib.metadata
    return list(importlib.metadata.entry_points(group=group))


_found = {}


def _texts():
    """Give the texts of all files entry_points.txt; each folder is read once."""
    for folder in sys.path:
        if folder not in _found:
            _found[folder] = list(_read(folder or os.curdir))
        yield from _found[folder]


def _read(folder):
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            try:
                with open(os.path.join(folder, name, "entry_points.txt")) as file:
                    yield file.read()
            except (OSError, UnicodeDecodeError):
                pass
