"""Names of generated packages that become classes when they are used.

`import sensor_msgs.msg` reads one table of names. The module of a type is imported, and its
class made, when somebody asks for it.
"""
import importlib
import re
import sys


def package_names(package, modules):
    """(__all__, __getattr__, __dir__) of a package whose names lie in modules of it."""
    def find(name):
        if name not in modules:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        found = getattr(importlib.import_module(f"{package}.{modules[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return list(modules), find, _dir_of(package, modules)


def module_names(module, declared):
    """(__getattr__, __dir__) of a module with the types that are declared.

    `declared` maps a class's name to ("message", full name, hash, fields, constants), or to
    ("service" or "action", full name).
    """
    def find(name):
        if name.startswith("Metaclass_") and name[len("Metaclass_"):] in declared:
            return type(find(name[len("Metaclass_"):]))
        if name not in declared:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        namespace = vars(sys.modules[module])
        if name not in namespace:
            namespace[name] = _make(module, name, *declared[name])
        return namespace[name]

    return find, _dir_of(module, declared)


def _dir_of(module, names):
    return lambda: sorted({*vars(sys.modules[module]), *names})


def _make(module, name, kind, *declaration):
    if kind == "message":
        from .message import make_message_class
        return make_message_class(module, name, *declaration)
    from .service import make_action_class, make_service_class
    make = make_service_class if kind == "service" else make_action_class
    return make(module, name, *declaration)


def snake(name):
    """The module of a type, as the generator names it: "PointCloud2" -> "point_cloud2"."""
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def find_class(full_name):
    """The class of "std_msgs/msg/Header", or of a part such as "pkg/srv/Name_Request"."""
    package, folder, name = full_name.split("/")
    stem = name.partition("_")[0]  # the name of a type has no underscore
    return getattr(importlib.import_module(f"{package}.{folder}._{snake(stem)}"), name)
