"""Names of generated packages that become classes when they are used.

`import sensor_msgs.msg` reads one table of names. The module of a type is imported, and its
class made, when somebody asks for it. Nothing is imported here that Python has not loaded
itself: every program that uses messages pays for it.
"""
import _thread
import sys

_modules_of = {}  # package -> its table
_described = set()  # packages whose classes were made of a peer's description
_making = _thread.RLock()  # two threads that use a name get one class


def _import(name):
    __import__(name)
    return sys.modules[name]


def package_names(package, modules):
    """(__all__, __getattr__, __dir__) of a package whose names lie in modules of it."""
    _modules_of[package] = modules

    def find(name):
        if name not in modules:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        found = getattr(_import(f"{package}.{modules[name]}"), name)
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
        with _making:
            if name not in namespace:
                namespace[name] = _make(module, name, *declared[name])
        return namespace[name]

    return find, _dir_of(module, declared)


def add_described(package):
    """Let find_class() find what is set in a module that this process has made."""
    _described.add(package)


def _dir_of(module, names):
    return lambda: sorted({*vars(sys.modules[module]), *names})


def _make(module, name, kind, *declaration):
    if kind == "message":
        from .message import make_message_class
        return make_message_class(module, name, *declaration)
    from .service import make_action_class, make_service_class
    make = make_service_class if kind == "service" else make_action_class
    return make(module, name, *declaration)


def find_class(full_name):
    """The class of "std_msgs/msg/Header", or of a part such as "pkg/srv/Name_Request".

    Raises ModuleNotFoundError if there is no package, AttributeError if it has no such type.
    """
    package, folder, name = full_name.split("/")
    package = f"{package}.{folder}"
    stem = name.partition("_")[0]  # the name of a type has no underscore
    _import(package)
    if package in _described:
        return getattr(sys.modules[package], name)
    if stem not in _modules_of[package]:
        raise AttributeError(f"module '{package}' has no attribute '{name}'")
    return getattr(_import(f"{package}.{_modules_of[package][stem]}"), name)
