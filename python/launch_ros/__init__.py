"""ROS in launch: nodes, containers, parameters, remappings and lifecycles."""
from launch_ros import (
    actions, descriptions, event_handlers, events, parameter_descriptions, parameters_type,
    remap_rule_type, ros_adapters, substitutions, utilities)
from launch_ros.parameter_descriptions import Parameter, ParameterFile, ParameterValue

__all__ = ["Parameter", "ParameterFile", "ParameterValue", "actions", "descriptions",
           "event_handlers", "events", "parameter_descriptions", "parameters_type",
           "remap_rule_type", "ros_adapters", "substitutions", "utilities"]
