"""Descriptions of what an action makes."""
from launch_ros.descriptions.composable_lifecycle_node import ComposableLifecycleNode
from launch_ros.descriptions.composable_node import ComposableNode
from launch_ros.parameter_descriptions import Parameter, ParameterFile, ParameterValue

__all__ = ["ComposableLifecycleNode", "ComposableNode", "Parameter", "ParameterFile",
           "ParameterValue"]
