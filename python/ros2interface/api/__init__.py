"""Interfaces that are installed, as text."""


def interface_class(identifier):
    """Give the class of "pkg/msg/Name" and its like; RuntimeError if there is none."""
    from rosidl_runtime_py.utilities import get_interface
    try:
        return get_interface(identifier)
    except ModuleNotFoundError as error:
        raise RuntimeError(f"Unknown package '{identifier.partition('/')[0]}': {error}. Install "
                           "it, and source the setup file of its workspace.") from error
    except (AttributeError, ValueError) as error:
        raise RuntimeError(f"There is no interface '{identifier}': {error}") from error


def interface_to_yaml(identifier):
    """Give the YAML of a message, of a request or of a goal with its defaults."""
    from rosidl_runtime_py import message_to_yaml
    from rosidl_runtime_py.utilities import is_action, is_service
    kind = interface_class(identifier)
    if is_action(kind):
        kind = kind.Goal
    elif is_service(kind):
        kind = kind.Request
    return message_to_yaml(kind())


def package_name_completer(**kwargs):
    """Complete packages that have interfaces."""
    from rosidl_runtime_py import get_interface_packages
    return sorted(get_interface_packages())


def type_completer(**kwargs):
    """Complete interfaces that are installed."""
    from rosidl_runtime_py import get_interfaces
    return [f"{package}/{name}" for package, names in sorted(get_interfaces().items())
            for name in names]


def add_kind_arguments(parser):
    """Give a parser the options that say which kinds of interfaces are meant."""
    parser.add_argument("-m", "--only-msgs", action="store_true", help="messages")
    parser.add_argument("-s", "--only-srvs", action="store_true", help="services")
    parser.add_argument("-a", "--only-actions", action="store_true", help="actions")


def kinds(args):
    """Give the folders of the kinds that are meant: all, if none is named."""
    named = [kind for kind, is_meant in (("msg", args.only_msgs), ("srv", args.only_srvs),
                                         ("action", args.only_actions)) if is_meant]
    return named or ["msg", "srv", "action"]
