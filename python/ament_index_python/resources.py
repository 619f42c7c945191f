"""The index: share/ament_index/resource_index/<type>/<name> in each prefix."""
import os

from .constants import RESOURCE_INDEX_SUBFOLDER
from .search_paths import get_search_paths


class InvalidResourceTypeNameError(ValueError):
    """A type of resources cannot be called so."""


class InvalidResourceNameError(ValueError):
    """A resource cannot be called so."""


def _check_type(resource_type):
    assert resource_type, "The resource type must not be empty"
    if "/" in resource_type or "\\" in resource_type:
        raise InvalidResourceTypeNameError(f"Resource type '{resource_type}' is invalid")


def _check(resource_type, resource_name):
    assert resource_type, "The resource type must not be empty"
    assert resource_name, "The resource name must not be empty"
    _check_type(resource_type)
    if "/" in resource_name or "\\" in resource_name:
        raise InvalidResourceNameError(f"Resource name '{resource_name}' is invalid")


def _entries(folder, wanted):
    """The names in a folder of the index for which `wanted(path)` holds."""
    if not os.path.isdir(folder):
        return []
    return [name for name in os.listdir(folder)
            if not name.startswith(".") and wanted(os.path.join(folder, name))]


def get_resource(resource_type, resource_name):
    """(text, prefix) of a resource; raises LookupError if no prefix has it."""
    prefix = has_resource(resource_type, resource_name)
    if not prefix:
        raise LookupError(
            f"Could not find the resource '{resource_name}' of type '{resource_type}'")
    path = os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(), prefix
    except OSError as error:
        raise OSError(f"Could not open the resource '{resource_name}' of type "
                      f"'{resource_type}':\n{error}") from error


def get_resources(resource_type):
    """Name -> prefix, of all resources of a type."""
    _check_type(resource_type)
    found = {}
    for prefix in get_search_paths():
        folder = os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type)
        for name in _entries(folder, lambda path: not os.path.isdir(path)):
            found.setdefault(name, prefix)
    return found


def get_resource_types():
    """The types that any prefix has."""
    return {name for prefix in get_search_paths()
            for name in _entries(os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER), os.path.isdir)}


def has_resource(resource_type, resource_name):
    """The first prefix that has the resource, or False."""
    _check(resource_type, resource_name)
    for prefix in get_search_paths():
        path = os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
        if os.path.isfile(path):
            return prefix
    return False
