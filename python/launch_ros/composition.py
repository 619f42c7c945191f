"""
Composition as a switch: nodes that are components run in a container instead of in processes.

A package says which component each of its programs runs, in the ament index
(component_executables: lines 'program;class'); rclcpp_components_register_node() writes it. A
node whose action asks for something that a process has of its own stays a process.
"""
import os
import re
from typing import NamedTuple

import launch.logging
from ament_index_python.resources import get_resource
from launch.utilities import perform_substitutions
from launch_ros.composition_container import CompositionContainer

MODES = {"all": "component_container", "isolated": "component_container_isolated"}
CONTAINERS = {"single": "component_container", "mt": "component_container_mt",
              "isolated": "component_container_isolated",
              "events_cbg": "component_container_events_cbg",
              "callback_isolated": "component_container_callback_isolated"}
INDEX = "component_executables"


class _Group(NamedTuple):
    """A container that nodes are composed into."""

    name: str
    program: str  # of its container
    nodes: list  # full names, or package/program
    enclave: str | None = None  # of its process, for all its nodes


def check_mode(mode):
    """Raise ValueError unless it is a mode, or a file that names groups."""
    if mode != "none" and mode not in MODES:
        groups_of_file(mode)


def groups_of_file(path):
    """
    Give the groups of a file.

    It is YAML: {groups: {<name>: {container: <one of CONTAINERS>, enclave: <full name>, nodes:
    [<full name, or package/program>...]}}}; container and enclave may be left out.
    """
    from launch.utilities.yaml_values import load_yaml_value
    if not os.path.isfile(path):
        raise ValueError(
            f"'{path}' is no composition: give none, all, isolated, or a file that names groups")
    with open(path) as file:
        tree = load_yaml_value(file.read())
    groups = tree.get("groups") if isinstance(tree, dict) else None
    if not isinstance(groups, dict) or not groups:
        raise ValueError(f"'{path}' names no groups: expected 'groups: {{<name>: {{nodes: ...}}}}'")
    return [_group(path, name, group) for name, group in groups.items()]


def _group(path, name, group):
    if not isinstance(group, dict) or not isinstance(group.get("nodes"), list):
        raise ValueError(f"the group '{name}' of '{path}' has no list 'nodes'")
    container = group.get("container", "single")
    if container not in CONTAINERS:
        raise ValueError(
            f"the group '{name}' of '{path}' has the container '{container}': expected one of "
            f"{sorted(CONTAINERS)}")
    if not re.fullmatch("[A-Za-z0-9_]+", str(name)):
        raise ValueError(
            f"'{name}' in '{path}' cannot be the name of a group: use letters, digits and '_'")
    enclave = group.get("enclave")
    if enclave is not None and not re.fullmatch("(/[A-Za-z0-9_]+)+|/", str(enclave)):
        raise ValueError(
            f"the group '{name}' of '{path}' has the enclave '{enclave}': expected a full name, "
            "such as /container")
    return _Group(str(name), CONTAINERS[container], [str(node) for node in group["nodes"]], enclave)


def component_of(package, executable):
    """Give the class that a program of a package runs; None if it is no component."""
    try:
        content, _ = get_resource(INDEX, package)
    except (LookupError, OSError, ValueError):
        return None
    for line in content.splitlines():
        program, _, plugin = line.partition(";")
        if program == executable:
            return plugin
    return None


def _group_of(mode, node, package, executable):
    """Give the group of a node; None if it has none."""
    if mode in MODES:
        return _Group(mode, MODES[mode], [])
    names = (node.node_name, f"{package}/{executable}", node.node_name.rpartition("/")[2])
    return next((group for group in groups_of_file(mode)
                 if any(one in names for one in group.nodes)), None)


def _enclave_in(context, arguments):
    """Give the enclave that arguments ask for; None if there is none, or it says nothing here."""
    environment = context.environment
    if environment.get("ROS_SECURITY_ENABLE") != "true" or \
            environment.get("ROS_SECURITY_ENCLAVE_OVERRIDE"):
        return None
    given = [value for word, value in zip(arguments, arguments[1:]) if word in ("-e", "--enclave")]
    return given[-1] if given else None


def _reason_for_a_process(context, node, group, arguments):
    """Say what the action of a node asks for that only a process has; None if nothing."""
    enclave = _enclave_in(context, arguments)
    if enclave is not None and enclave != group.enclave:
        return f"the enclave '{enclave}', and the group '{group.name}' has " + \
            (f"'{group.enclave}'" if group.enclave else "none")
    description = node.process_description
    if description.has_own_prefix or context.launch_configurations.get("launch-prefix"):
        return "a prefix"
    if node.executor_policy is not None:
        return "'executor_policy'"
    for name in ("env", "additional_env", "cwd"):
        if getattr(description, name) is not None:
            return f"'{name}'"
    if node.respawn is not False:
        return "'respawn'"
    return "a shell" if node.shell else None


def compose(context, node):
    """Give the ComposedNode of a node that is composed here; None: it is a process."""
    from launch_ros.actions.composable_node_container import ComposableNodeContainer
    mode = context.launch_configurations.get("ros_composition", "none")
    if mode == "none" or context.is_shutdown or node.node_package is None or \
            isinstance(node, (CompositionContainer, ComposableNodeContainer)):
        return None
    package, executable = _text(context, node.node_package), _text(context, node.node_executable)
    plugin = component_of(package, executable)
    if plugin is None:
        return None
    node.expand_names(context)
    group = _group_of(mode, node, package, executable)
    if group is None:
        return None
    arguments = node.node_arguments_in(context)
    reason = _reason_for_a_process(context, node, group, arguments)
    if reason is not None:
        launch.logging.get_logger("launch_ros.composition").info(
            f"'{package}/{executable}' stays a process: its action has {reason}")
        return None
    container, entities = _container(context, group)
    return container.add(context, node, package, plugin, arguments, entities)


def _text(context, value):
    from launch.utilities import normalize_to_list_of_substitutions
    return perform_substitutions(context, normalize_to_list_of_substitutions(value))


def _container(context, group):
    """Give the container of a group, and what is to be visited if it is new."""
    containers = context.get_locals_as_dict().get("ros_composition_containers")
    if containers is None:
        containers = {}
        context.extend_globals({"ros_composition_containers": containers})
    of_group = containers.setdefault(group.name, [])
    if of_group and not of_group[-1].is_over:
        return of_group[-1], []
    # One that ends may still serve: the next has another name.
    name = f"{group.name}_{len(of_group) + 1}" if of_group else group.name
    of_group.append(CompositionContainer(name, group.program, group.enclave))
    return of_group[-1], [of_group[-1]]
