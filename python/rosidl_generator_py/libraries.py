"""Where the library with the types of a package may lie."""
import os
import pathlib


def candidates(package):
    """Paths, best first: the prefixes that are sourced, then beside the core, then the loader's
    own search."""
    import _ranvier
    file = f"lib{package}__rosidl_typesupport_cpp.so"
    marker = os.path.join("share", "ament_index", "resource_index", "packages", package)
    paths = [os.path.join(prefix, "lib", file)
             for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
             if prefix and os.path.exists(os.path.join(prefix, marker))]
    # lib/python3/site-packages/_ranvier*.so: in a build tree no ament index says so.
    paths.append(str(pathlib.Path(_ranvier.__file__).parents[2] / file))
    return [*paths, file]
