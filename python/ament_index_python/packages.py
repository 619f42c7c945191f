"""Where packages are installed."""
import os
import pathlib
import re
import warnings

from .resources import get_resource, get_resources
from .search_paths import get_search_paths

PACKAGE_NAME = re.compile("[a-zA-Z0-9][a-zA-Z0-9_-]+", re.ASCII)  # REP 127


class PackageNotFoundError(KeyError):
    """No prefix that is sourced has the package."""


def get_packages_with_prefixes():
    """Name -> prefix, of every package."""
    return get_resources("packages")


def get_package_prefix(package_name):
    """The prefix that has the package.

    Raises PackageNotFoundError, or ValueError if no package can be called so.
    """
    if not PACKAGE_NAME.fullmatch(package_name):
        raise ValueError(f"'{package_name}' is not a valid package name")
    try:
        return get_resource("packages", package_name)[1]
    except LookupError:
        raise PackageNotFoundError(
            f"package '{package_name}' not found, searching: {get_search_paths()}") from None


def get_package_share_directory(package_name, print_warning=True):
    """The folder share/<package> of its prefix; warns if it does not exist."""
    path = os.path.join(get_package_prefix(package_name), "share", package_name)
    if print_warning and not os.path.exists(path):
        warnings.warn(f"Share directory for {package_name} ({path}) does not exist.",
                      stacklevel=2)
    return path


def get_package_share_path(package_name, print_warning=True):
    """The same as a pathlib.Path."""
    path = pathlib.Path(get_package_share_directory(package_name, print_warning=False))
    if print_warning and not path.exists():
        warnings.warn(f"Share path for {package_name} ({path}) does not exist.", stacklevel=2)
    return path
