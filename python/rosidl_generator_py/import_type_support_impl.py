"""The library of a package, under the name by which ROS 2's generated code asks for it."""


class UnsupportedTypeSupport(Exception):
    """There is no library with the types of a package."""

    def __init__(self, pkg_name):
        super().__init__(f"Could not import 'rosidl_typesupport_c' for package '{pkg_name}'")
        self.pkg_name = pkg_name


class _TypeSupports:
    """Gives the handles of a package as type_support_<folder>__<folder>__<name>."""

    def __init__(self, package):
        self._package = package

    def __getattr__(self, name):
        import importlib

        import _ranvier
        _, prefix, rest = name.partition("type_support_")
        folder, _, snake = rest.partition("__")
        snake = snake.removeprefix(f"{folder}__")
        if not prefix or not snake:
            raise AttributeError(f"package '{self._package}' has no type support '{name}'")
        module = importlib.import_module(f"{self._package}.{folder}._{snake}")
        for one in dir(module):
            if one.replace("_", "").lower() == snake.replace("_", ""):
                return _ranvier.type_support(getattr(module, one))
        raise AttributeError(f"package '{self._package}' has no type '{folder}/{snake}'")


def import_type_support(pkg_name):
    """What gives the handles of the package's types.

    Raises UnsupportedTypeSupport if the package has no library.
    """
    import os

    from .libraries import candidates
    if not any(os.path.exists(path) for path in candidates(pkg_name)):
        raise UnsupportedTypeSupport(pkg_name)
    return _TypeSupports(pkg_name)
