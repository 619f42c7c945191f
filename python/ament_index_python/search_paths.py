"""The prefixes that are sourced."""
import os

from .constants import AMENT_PREFIX_PATH_ENV_VAR


def get_search_paths():
    """The prefixes that exist, first match first. Raises OSError if none is named."""
    paths = os.environ.get(AMENT_PREFIX_PATH_ENV_VAR)
    if not paths:
        raise OSError(f"Environment variable '{AMENT_PREFIX_PATH_ENV_VAR}' is not set or empty")
    return [path for path in paths.split(os.pathsep) if path and os.path.exists(path)]
