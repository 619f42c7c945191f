"""A node, in a process of its own."""
from collections.abc import Mapping
from typing import List

import launch.logging
from launch.actions import ExecuteProcess
from launch.command_line import split_command_line
from launch.frontend import Entity, expose_action
from launch.substitutions import LocalSubstitution, TextSubstitution
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch.utilities.listed import listed
from launch_ros.actions import node_arguments
from launch_ros.actions.node_extensions import NodeActionExtension, extensions
from launch_ros.actions.node_parameters import parse_parameters
from launch_ros.substitutions import ExecutableInPackage
from launch_ros.utilities.normalize_parameters import normalize_parameters
from launch_ros.utilities.normalize_remap_rule import normalize_remap_rules
from launch_ros.utilities.track_node_names import add_node_name, get_node_name_count

__all__ = ["Node", "NodeActionExtension", "parse_remappings"]


def parse_remappings(entity, parser):
    """Give {'remappings': pairs} of the nested <remap from to>; {} if there are none."""
    remappings = entity.get_attr("remap", data_type=List[Entity], optional=True)
    if remappings is None:
        return {}
    pairs = [(parser.parse_substitution(one.get_attr("from")),
              parser.parse_substitution(one.get_attr("to"))) for one in remappings]
    for one in remappings:
        one.assert_entity_completely_parsed()
    return {"remappings": pairs}


POLICY_VARIABLE = "RANVIER_EXECUTOR_POLICY"


def _with_policy(additional_env, policy):
    """Give the variables of a process with the one that names its file of executors."""
    if policy is None or not isinstance(additional_env, (Mapping, type(None))):
        return additional_env  # ExecuteProcess refuses what is no dictionary
    return {**(additional_env or {}), POLICY_VARIABLE: policy}


def _texts(parts):
    return [normalize_to_list_of_substitutions(part) for part in parts]


@expose_action("node")
class Node(ExecuteProcess):
    """
    Runs a program with a node.

    :param executable: of the package, or the path of a program without one.
    :param name: of the node; None: the one that the program gives it.
    :param parameters: dicts, files, Parameter and ParameterFile.
    :param remappings: pairs ('from', 'to').
    :param ros_arguments: put behind --ros-args.
    :param arguments: put before them, for the program itself.
    :param executor_policy: the file that says how its executors run callbacks (Ranvier's): the
        value of RANVIER_EXECUTOR_POLICY for this process, whatever `additional_env` has.
    """

    UNSPECIFIED_NODE_NAME = "<node_name_unspecified>"
    UNSPECIFIED_NODE_NAMESPACE = "<node_namespace_unspecified>"

    def __init__(self, *, executable, package=None, name=None, namespace=None, exec_name=None,
                 parameters=None, remappings=None, ros_arguments=None, arguments=None,
                 executor_policy=None, additional_env=None, **kwargs):
        program = executable if package is None else \
            ExecutableInPackage(package=package, executable=executable)
        arguments = listed(arguments or (), "arguments")
        cmd = [program, *arguments]
        if ros_arguments is not None:
            cmd += ["--ros-args", *listed(ros_arguments, "ros_arguments")]
        cmd += ["--ros-args"]
        if name is not None:
            cmd += ["-r", LocalSubstitution("launch_ros_node_name", "node name")]
        self.__parameters = normalize_parameters(parameters or [])
        self.__remappings = normalize_remap_rules(remappings or [])
        self.__package = package
        self.__executable = executable
        self.__name = None if name is None else normalize_to_list_of_substitutions(name)
        self.__namespace = None if namespace is None else \
            normalize_to_list_of_substitutions(namespace)
        self.__arguments = arguments
        self.__ros_arguments = list(ros_arguments or ())
        self.__expanded_name = self.UNSPECIFIED_NODE_NAME
        self.__expanded_namespace = self.UNSPECIFIED_NODE_NAMESPACE
        self.__expanded_remappings = None
        self.__full_name = None
        self.__files = []
        self.__extensions = extensions()
        self.__composed = None
        self.__executor_policy = executor_policy
        super().__init__(
            cmd=cmd, name=exec_name,
            additional_env=_with_policy(additional_env, executor_policy), **kwargs)

    @staticmethod
    def parse_nested_parameters(params, parser):
        """Give the parameters that entities <param> stand for."""
        return parse_parameters(params, parser)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser, ignore=["cmd", "name"])
        for name in ("args", "ros_args"):
            value = entity.get_attr(name, optional=True)
            if value is not None:
                key = "arguments" if name == "args" else "ros_arguments"
                kwargs[key] = split_command_line(parser.parse_substitution(value))
        kwargs["executable"] = parser.parse_substitution(entity.get_attr("exec"))
        for name, key in (("pkg", "package"), ("name", "name"), ("namespace", "namespace"),
                          ("exec_name", "exec_name"), ("executor_policy", "executor_policy")):
            value = entity.get_attr(name, optional=True)
            if value is not None:
                kwargs[key] = parser.parse_substitution(value)
        kwargs.update(parse_remappings(entity, parser))
        parameters = entity.get_attr("param", data_type=List[Entity], optional=True)
        if parameters is not None:
            kwargs["parameters"] = cls.parse_nested_parameters(parameters, parser)
        return cls, kwargs

    @property
    def node_package(self):
        return self.__package

    @property
    def node_executable(self):
        return self.__executable

    @property
    def executor_policy(self):
        """The file that says how its executors run callbacks; None: as launch's environment."""
        return self.__executor_policy

    @property
    def node_name(self):
        """The full name; RuntimeError before the node is executed."""
        if self.__full_name is None:
            raise RuntimeError(
                "cannot access 'node_name' before executing action: it is known then")
        return self.__full_name

    @property
    def expanded_node_namespace(self):
        return self.__expanded_namespace

    @property
    def expanded_remapping_rules(self):
        return self.__expanded_remappings

    def is_node_name_fully_specified(self):
        """Whether its name and its namespace are known."""
        return self.UNSPECIFIED_NODE_NAME not in self.node_name and \
            self.UNSPECIFIED_NODE_NAMESPACE not in self.node_name

    def expand_names(self, context):
        """Find out its name and its namespace; give both, None for one that it has not got."""
        try:
            name = node_arguments.expand_name(context, self.__name)
            namespace = node_arguments.expand_namespace(context, self.__namespace)
        except ValueError as error:
            launch.logging.get_logger("launch_ros.actions.node").error(f"{error}")
            raise
        if name is not None:
            self.__expanded_name = name
        if namespace is not None:
            self.__expanded_namespace = namespace
        self.__full_name = self.__expanded_namespace.rstrip("/") + "/" + self.__expanded_name
        context.extend_locals({"launch_ros_node_name": f"__node:={self.__expanded_name}"})
        return name, namespace

    def ros_specific_arguments(self, context):
        """Give the arguments for ROS, but for its name, which stands in the command."""
        logger = launch.logging.get_logger("launch_ros.actions.node")
        _, namespace = self.expand_names(context)
        arguments = [] if namespace is None else ["-r", f"__ns:={namespace}"]
        key = self.node_name if self.is_node_name_fully_specified() else "/**"
        arguments += node_arguments.parameter_arguments(
            context, self.__parameters, key, logger, self.__files)
        self.__expanded_remappings = node_arguments.expand_remappings(
            context, self.__remappings)
        for source, target in self.__expanded_remappings:
            arguments += ["-r", f"{source}:={target}"]
        return arguments

    def node_arguments_in(self, context):
        """Give all arguments of the node, as its program would be given them."""
        def performed(parts):
            return [perform_substitutions(context, part) for part in _texts(parts)]
        of_ros = self.ros_specific_arguments(context)
        name = [] if self.__name is None else ["-r", f"__node:={self.__expanded_name}"]
        own = ["--ros-args", *performed(self.__ros_arguments)] if self.__ros_arguments else []
        return [*performed(self.__arguments), *own, "--ros-args", *name, *of_ros]

    def __extend_by_extensions(self, context, arguments):
        for name, extension in self.__extensions.items():
            try:
                more, _ = extension.prepare_for_execute(
                    context, {"name": self.__expanded_name, "ns": self.__expanded_namespace},
                    self)
            except NotImplementedError:
                continue
            arguments += [perform_substitutions(context, part) for part in _texts(more or [])]

    def execute(self, context):
        from launch_ros.composition import compose
        self.__composed = compose(context, self)
        if self.__composed is not None:
            return self.__composed.entities
        arguments = self.ros_specific_arguments(context)
        self.__extend_by_extensions(context, arguments)
        self.cmd.extend([TextSubstitution(text=argument)] for argument in arguments)
        entities = super().execute(context)
        self.note_name(context)
        return entities

    def note_name(self, context):
        """Count the nodes of this name; warn of a second one."""
        if not self.is_node_name_fully_specified():
            return
        add_node_name(context, self.node_name, self)
        count = get_node_name_count(context, self.node_name)
        if count > 1:
            launch.logging.get_logger("launch_ros.actions.node").warning(
                f"there are now at least {count} nodes with the name {self.node_name} created "
                "within this launch context")

    def get_asyncio_future(self):
        return super().get_asyncio_future() if self.__composed is None \
            else self.__composed.future

    def _before_start(self, context):
        for file in self.__files:
            file.ensure()
