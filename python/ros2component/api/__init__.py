"""Components: those that are installed, and those in containers."""
from collections import namedtuple

from ros2cli.calls import LIMIT_S, call, call_all
from ros2cli.node.strategy import NodeStrategy

COMPONENTS_RESOURCE_TYPE = "rclcpp_components"
_SERVICES = {"list_nodes": "composition_interfaces/srv/ListNodes",
             "load_node": "composition_interfaces/srv/LoadNode",
             "unload_node": "composition_interfaces/srv/UnloadNode"}
# A component's constructor may take its time: a camera that is opened, a model that is read.

ComponentInfo = namedtuple("ComponentInfo", ("uid", "name"))


def get_package_names_with_component_types():
    """Give the packages that have components."""
    from ament_index_python import get_resources
    return list(get_resources(COMPONENTS_RESOURCE_TYPE))


def get_package_component_types(*, package_name=None):
    """Give the classes of the components of a package; LookupError if it has none."""
    from ament_index_python import get_resource
    text, _ = get_resource(COMPONENTS_RESOURCE_TYPE, package_name)
    return [line.partition(";")[0] for line in text.splitlines() if line.strip()]


def get_registered_component_types():
    """Give each package with its classes."""
    return [(name, get_package_component_types(package_name=name))
            for name in get_package_names_with_component_types()]


def _native(node):
    direct = getattr(node, "direct_node", node)
    return getattr(direct, "node", direct)


def find_container_node_names(*, node, node_names):
    """Give those of some NodeNames that are containers."""
    services = {name: types for name, types in node.get_service_names_and_types()}
    return [one for one in node_names if all(
        kind in services.get(f"{one.full_name}/_container/{name}", [])
        for name, kind in _SERVICES.items())]


def get_components_in_containers(*, node, container_node_names):
    """Container -> whether it answered, and its ComponentInfos or the reason."""
    from composition_interfaces.srv import ListNodes
    responses = call_all(_native(node), ListNodes, {
        f"{name}/_container/list_nodes": ListNodes.Request() for name in container_node_names})
    return {name: (False, f"No response within {LIMIT_S:g} s") if response is None else
            (True, [ComponentInfo(uid, full) for uid, full in zip(
                response.unique_ids, response.full_node_names)])
            for name, response in zip(container_node_names, responses.values())}


def get_components_in_container(*, node, remote_container_node_name):
    """Give whether it answered, and its ComponentInfos or the reason."""
    return get_components_in_containers(
        node=node, container_node_names=[remote_container_node_name])[remote_container_node_name]


def as_sentence(reason):
    """Give a reason with a capital in front; names in it stay as they are."""
    return reason[:1].upper() + reason[1:]


def load_component_into_container(*, node, remote_container_node_name, package_name, plugin_name,
                                  node_name=None, node_namespace=None, log_level=None,
                                  remap_rules=None, parameters=None, extra_arguments=None):
    """Load a component; give its number and name. RuntimeError if the container refuses."""
    from composition_interfaces.srv import LoadNode
    request = LoadNode.Request(
        package_name=package_name, plugin_name=plugin_name, node_name=node_name or "",
        node_namespace=node_namespace or "", log_level=_log_level(log_level),
        remap_rules=list(remap_rules or []), parameters=_parameters(parameters),
        extra_arguments=_parameters(extra_arguments))
    response = call(_native(node), LoadNode,
                    f"{remote_container_node_name}/_container/load_node", request, patient=True)
    if not response.success:
        raise RuntimeError(
            f"Failed to load component: {as_sentence(response.error_message).rstrip()}")
    return response.unique_id, response.full_node_name


def _log_level(name):
    if not name:
        return 0
    from rclpy.logging import LoggingSeverity
    try:
        return int(LoggingSeverity[name.upper()])
    except KeyError:
        raise RuntimeError(f"There is no log level '{name}'. Give one of: debug, info, warn, "
                           "error, fatal.") from None


def _parameters(texts):
    """Give the parameters of texts "name:=value"."""
    from rcl_interfaces.msg import Parameter
    from ros2param.api import value_of_text
    messages = []
    for text in texts or []:
        name, assign, value = text.partition(":=")
        if not assign or not name:
            raise RuntimeError(f"'{text}' is no parameter. Write it as name:=value.")
        messages.append(Parameter(name=name, value=value_of_text(value)))
    return messages


def unload_component_from_container(*, node, remote_container_node_name, component_uids):
    """Unload components; give of each its number, None or the reason."""
    from composition_interfaces.srv import UnloadNode
    service = f"{remote_container_node_name}/_container/unload_node"
    for uid in component_uids:
        response = call(_native(node), UnloadNode, service, UnloadNode.Request(unique_id=uid),
                        patient=True)
        yield uid, not response.success, response.error_message


def add_component_arguments(parser):
    """Give a parser what says which component is loaded, and how."""
    argument = parser.add_argument("package_name", help="the package of the component")
    argument.completer = package_name_completer
    argument = parser.add_argument("plugin_name", help="its class: 'composition::Talker'")
    argument.completer = ComponentTypeNameCompleter(package_name_key="package_name")
    parser.add_argument("-n", "--node-name", help="the name of its node")
    parser.add_argument("--node-namespace", help="the namespace of its node")
    parser.add_argument("--log-level", help="the log level of its node")
    parser.add_argument("-r", "--remap-rule", action="append", dest="remap_rules",
                        help="a remap rule: 'from:=to'")
    parser.add_argument("-p", "--parameter", action="append", dest="parameters",
                        help="a parameter: 'name:=value'")
    parser.add_argument("-e", "--extra-argument", action="append", dest="extra_arguments",
                        help="an argument for the container: 'name:=value'")


def component_of(args):
    """Give what the options say of the component, for load_component_into_container()."""
    return {name: getattr(args, name) for name in (
        "package_name", "plugin_name", "node_name", "node_namespace", "log_level",
        "remap_rules", "parameters", "extra_arguments")}


def find_container(node, name):
    """Give the full name of a container; RuntimeError if there is no such one."""
    from ros2node.api import get_absolute_node_name, get_node_names
    full = get_absolute_node_name(name)
    containers = find_container_node_names(
        node=node, node_names=get_node_names(node=node, include_hidden_nodes=True))
    if full not in {one.full_name for one in containers}:
        raise RuntimeError(f"Unable to find container node '{name}'")
    return full


def run_standalone_container(*, container_node_name):
    """Start a container of that name; give its process."""
    import subprocess

    from ros2pkg.api import PackageNotFound
    from ros2run.api import get_executable_path
    try:
        path = get_executable_path(
            package_name="rclcpp_components", executable_name="component_container")
    except PackageNotFound:
        path = None
    if path is None:
        raise RuntimeError("Component container executable not found: source the setup file of "
                           "the prefix that has rclcpp_components")
    return subprocess.Popen([path, "--ros-args", "-r", f"__node:={container_node_name}"])


def package_name_completer(**kwargs):
    """Complete packages that have components."""
    return get_package_names_with_component_types()


def container_node_name_completer(prefix, parsed_args, **kwargs):
    """Complete containers of the graph."""
    from ros2node.api import get_node_names
    with NodeStrategy(parsed_args) as node:
        return [one.full_name for one in find_container_node_names(
            node=node, node_names=get_node_names(node=node, include_hidden_nodes=True))]


class ComponentTypeNameCompleter:
    """Completes the components of the package that is named."""

    def __init__(self, *, package_name_key=None):
        self.package_name_key = package_name_key

    def __call__(self, prefix, parsed_args, **kwargs):
        try:
            return get_package_component_types(
                package_name=getattr(parsed_args, self.package_name_key))
        except LookupError:
            return []
