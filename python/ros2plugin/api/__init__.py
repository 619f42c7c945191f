"""Plugins of pluginlib: what packages have registered in the ament index."""
import os
import sys
import xml.etree.ElementTree
from collections import namedtuple

_RESOURCE_SUFFIX = "__pluginlib__plugin"  # behind the package of the base class

# What a description says of a class: `name` is by what it is asked for, `type` the class in C++,
# `base` the class that it derives from.
Plugin = namedtuple("Plugin", ("name", "type", "base"))


def get_plugin_descriptions():
    """Give package -> the paths of its descriptions, each once; packages sorted."""
    from ament_index_python import get_resource, get_resource_types, get_resources
    found = {}
    for kind in sorted(get_resource_types()):
        if not kind.endswith(_RESOURCE_SUFFIX):
            continue
        for package in get_resources(kind):
            content, prefix = get_resource(kind, package)
            paths = [os.path.join(prefix, line) for line in content.split()]
            found.setdefault(package, []).extend(
                path for path in paths if path not in found.get(package, ()))
    return dict(sorted(found.items()))


def read_plugins(path):
    """Give the Plugins of a description, in its order; ValueError, with the path, if it is bad."""
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except OSError as error:
        raise ValueError(f"'{path}' cannot be read: {error.strerror}") from error
    except xml.etree.ElementTree.ParseError as error:
        raise ValueError(f"'{path}' is no XML: {error}") from error
    if root.tag not in ("library", "class_libraries"):
        raise ValueError(f"'{path}' describes no plugins: its root is '{root.tag}', not 'library' "
                         "or 'class_libraries'")
    plugins = []
    for one in root.iter("class"):
        type_, base = one.get("type"), one.get("base_class_type")
        if not type_ or not base:
            raise ValueError(f"'{path}' has a class without 'type' or 'base_class_type'")
        plugins.append(Plugin(one.get("name") or type_, type_, base))
    return plugins


def get_plugins():
    """Give package -> its Plugins. A description that cannot be read is named on stderr."""
    found = {}
    for package, paths in get_plugin_descriptions().items():
        plugins = found.setdefault(package, [])
        for path in paths:
            try:
                plugins.extend(read_plugins(path))
            except ValueError as error:
                print(error, file=sys.stderr)
    return found


def package_name_completer(**kwargs):
    """Complete packages that have plugins."""
    return list(get_plugin_descriptions())
