"""What the graph knows of services."""
from ros2cli.helpers import is_hidden
from ros2cli.node.strategy import NodeStrategy


def get_service_names_and_types(*, node, include_hidden_services=False):
    """Give each service with its types."""
    return [(name, types) for name, types in node.get_service_names_and_types()
            if include_hidden_services or not is_hidden(name)]


def get_service_names(*, node, include_hidden_services=False):
    """Give the name of each service."""
    return [name for name, _ in get_service_names_and_types(
        node=node, include_hidden_services=include_hidden_services)]


def get_service_class(node, service_name, include_hidden_services=False):
    """Give the class of a service of the graph; None if there is none, or it is not here."""
    from rclpy.expand_topic_name import expand_topic_name
    full = expand_topic_name(service_name, "_ros2cli", "/")
    types = dict(get_service_names_and_types(
        node=node, include_hidden_services=include_hidden_services)).get(full, [])
    if len(types) > 1:
        raise RuntimeError(f"Service '{full}' has more than one type: [{', '.join(types)}]. "
                           "Name one of them.")
    return service_class(types[0]) if types else None


def service_class(type_name):
    """Give the class that a user named; RuntimeError if there is none."""
    from rosidl_runtime_py.utilities import get_service
    try:
        return get_service(type_name)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        raise RuntimeError("The passed service type is invalid") from error


def service_type_completer(**kwargs):
    """Complete types of services that are installed."""
    from rosidl_runtime_py import get_service_interfaces
    return [f"{package}/{name}" for package, names in sorted(get_service_interfaces().items())
            for name in names]


class ServiceNameCompleter:
    """Completes names of services."""

    def __init__(self, *, include_hidden_services_key=None):
        self.include_hidden_services_key = include_hidden_services_key

    def __call__(self, prefix, parsed_args, **kwargs):
        hidden = getattr(parsed_args, self.include_hidden_services_key or "", False)
        with NodeStrategy(parsed_args) as node:
            return get_service_names(node=node, include_hidden_services=hidden)


class ServiceTypeCompleter:
    """Completes the type of the service that is named, or any."""

    def __init__(self, *, service_name_key=None):
        self.service_name_key = service_name_key

    def __call__(self, prefix, parsed_args, **kwargs):
        if self.service_name_key is None:
            return service_type_completer()
        with NodeStrategy(parsed_args) as node:
            types = dict(node.get_service_names_and_types()).get(
                getattr(parsed_args, self.service_name_key), [])
        return types or service_type_completer()


class ServicePrototypeCompleter:
    """Completes the values of a request of the type that is named."""

    def __init__(self, *, service_type_key=None):
        self.service_type_key = service_type_key

    def __call__(self, prefix, parsed_args, **kwargs):
        from ros2interface.api import interface_to_yaml
        return [interface_to_yaml(getattr(parsed_args, self.service_type_key))]
