"""The prefixes that are sourced, and that of a wheel."""
import os

import ranvier_prefix

from .constants import AMENT_PREFIX_PATH_ENV_VAR


def get_search_paths():
    """The prefixes that exist, first match first; what a wheel brings comes last.

    Raises OSError if there is none to look in.
    """
    paths = os.environ.get(AMENT_PREFIX_PATH_ENV_VAR, "")
    if ranvier_prefix.is_wheel():
        paths = os.pathsep.join([paths, ranvier_prefix.folder()])
    if not paths:
        raise OSError(f"Environment variable '{AMENT_PREFIX_PATH_ENV_VAR}' is not set or empty")
    return [path for path in paths.split(os.pathsep) if path and os.path.exists(path)]
