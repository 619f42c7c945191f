"""What interfaces are installed, and where their files lie."""
import os

from ament_index_python import get_resource, get_resources, has_resource

# The files of a folder, the one that is looked for first in front.
SUFFIXES = {"msg": (".idl", ".msg"), "srv": (".idl", ".srv"), "action": (".idl", ".action")}


def get_interface_packages():
    """Name -> prefix, of the packages that have interfaces."""
    return get_resources("rosidl_interfaces")


def get_interfaces(package_names=()):
    """Package -> ["msg/Name", ...], of the named packages or of all.

    Raises LookupError for a package that is not installed.
    """
    return _interfaces(package_names, SUFFIXES)


def get_message_interfaces(package_names=()):
    """The same of messages alone."""
    return _interfaces(package_names, ["msg"])


def get_service_interfaces(package_names=()):
    """The same of services alone."""
    return _interfaces(package_names, ["srv"])


def get_action_interfaces(package_names=()):
    """The same of actions alone."""
    return _interfaces(package_names, ["action"])


def _interfaces(package_names, folders):
    found = {}
    for package in package_names or get_interface_packages():
        if not has_resource("packages", package):
            raise LookupError(f"Unknown package '{package}'")
        names = [name for name in _files_of(package) if _is_in(name, folders)]
        if names or (package_names and folders is SUFFIXES):
            found[package] = list(dict.fromkeys(name.rpartition(".")[0] for name in names))
    return found


def _files_of(package):
    try:
        return get_resource("rosidl_interfaces", package)[0].splitlines()
    except LookupError:
        return []


def _is_in(name, folders):
    folder, _, file = name.partition("/")
    return folder in folders and file.endswith(SUFFIXES[folder]) and "_" not in file


def get_interface_path(interface_name):
    """The file of "pkg/msg/Name", with or without an ending.

    Raises ValueError for what is no name of an interface, LookupError if there is none.
    """
    parts = interface_name.split("/")
    if len(parts) < 2:
        raise ValueError(f"Invalid name '{interface_name}'. Must at least contain two parts "
                         "separated by '/'")
    if not all(parts):
        raise ValueError(f"Invalid name '{interface_name}'. Must not contain empty parts")
    prefix = has_resource("packages", parts[0])
    if not prefix:
        raise LookupError(f"Unknown package '{parts[0]}'")
    path = os.path.join(prefix, "share", *parts)
    endings = [""] if "." in parts[-1] else SUFFIXES.get(parts[-2], (".idl",))
    for ending in endings:
        if os.path.exists(path + ending):
            return path + ending
    raise LookupError(f"Could not find the interface '{path}{endings[0]}'")
