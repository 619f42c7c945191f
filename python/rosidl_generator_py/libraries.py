"""Where the library with the types of a package may lie."""
import os

import ranvier_prefix


def candidates(package):
    """Paths, best first: the prefixes that are sourced, then beside the core, then the loader's
    own search."""
    file = _file(package)
    paths = [os.path.join(prefix, "lib", file) for prefix in _sourced_with(package)]
    # In a build tree no ament index says so.
    paths.append(os.path.join(ranvier_prefix.folder(), "lib", file))
    return [*paths, file]


def needed_by(package):
    """The libraries that a package's own may need, in the order in which they can be loaded.

    Where a wheel is installed no setup file tells the loader where they are; package.xml names
    the packages that have them. What the wheel brings finds the rest of it by itself.
    """
    found = {}
    if ranvier_prefix.is_wheel():
        _gather(package, found)
        found.pop(package, None)
    return [path for path in found.values() if path]


def _gather(package, found):
    """Adds the library of a package to `found`, after those of what it depends on."""
    if package in found:
        return
    found[package] = ""  # a circle of dependencies ends here
    for prefix in _sourced_with(package)[:1]:
        for one in _dependencies(os.path.join(prefix, "share", package, "package.xml")):
            _gather(one, found)
    del found[package]  # to come after what it depends on
    found[package] = next(filter(os.path.exists, candidates(package)[:-1]), "")


def _dependencies(path):
    """The names in the depend tags of a package.xml; none if it cannot be read."""
    from xml.etree import ElementTree
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    return [(tag.text or "").strip() for tag in root if tag.tag in (
        "depend", "build_depend", "build_export_depend", "exec_depend", "run_depend")]


def _sourced_with(package):
    """The prefixes of AMENT_PREFIX_PATH that have the package."""
    marker = os.path.join("share", "ament_index", "resource_index", "packages", package)
    return [prefix for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
            if prefix and os.path.exists(os.path.join(prefix, marker))]


def _file(package):
    return f"lib{package}__rosidl_typesupport_cpp.so"
