"""Packages that are installed."""
import os
import stat


class PackageNotFound(Exception):
    """The ament index has no such package."""

    def __init__(self, package_name):
        super().__init__(f"Package '{package_name}' not found")
        self.package_name = package_name


def get_package_names():
    """Give the names of all packages."""
    from ament_index_python import get_packages_with_prefixes
    return get_packages_with_prefixes().keys()


def get_prefix_path(package_name):
    """Give the prefix of a package; None if there is none."""
    from ament_index_python import has_resource
    return has_resource("packages", package_name) or None


def get_executable_paths(*, package_name):
    """Give the paths of the programs of a package; PackageNotFound if there is none."""
    prefix = get_prefix_path(package_name)
    if prefix is None:
        raise PackageNotFound(package_name)
    paths = []
    for folder, subfolders, files in os.walk(os.path.join(prefix, "lib", package_name)):
        subfolders[:] = [one for one in subfolders if not one.startswith(".")]
        paths += [path for path in (os.path.join(folder, name) for name in files)
                  if _is_program(path)]
    return sorted(paths)


def _is_program(path):
    try:
        mode = os.stat(path).st_mode
    except OSError:  # a link to nothing
        return False
    return stat.S_ISREG(mode) and bool(mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH))


def package_name_completer(**kwargs):
    """Complete names of packages."""
    return sorted(get_package_names())
