"""Versions of extension points."""
import re


class PluginException(Exception):
    """An extension cannot be used."""


def _parts(version):
    found = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?", version)
    if found is None:
        raise ValueError(f"'{version}' is not a version such as 1.2.3")
    return tuple(int(part or 0) for part in found.groups())


def get_upper_bound_caret_version(version):
    """Give the first version that ^version does not have."""
    major, minor, patch = _parts(version)
    if major:
        return f"{major + 1}.0.0"
    return f"0.{minor + 1}.0" if minor else f"0.0.{patch + 1}"


def satisfies_version(version, caret_range):
    """Raise PluginException unless a version is in a range such as ^0.1."""
    if not caret_range.startswith("^"):
        raise ValueError(f"'{caret_range}' is no caret range, such as ^0.1")
    lower, upper = caret_range[1:], get_upper_bound_caret_version(caret_range[1:])
    if not _parts(lower) <= _parts(version) < _parts(upper):
        raise PluginException(
            f"extension point version '{version}' is not in [{lower}, {upper})")
