"""The nodes of a topology file (docs/benchmarks.md), each as a node of ROS."""
import json

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def nodes(context):
    path = LaunchConfiguration("file").perform(context)
    with open(path) as file:
        names = [node["node_name"] for node in json.load(file)["nodes"]]
    return [Node(package="ranvier_bench", executable="topology_node", name=name,
                 parameters=[{"file": path, "node": name}]) for name in names]


def generate_launch_description():
    return LaunchDescription([
        DeclareLaunchArgument("file", description="the topology file"),
        OpaqueFunction(function=nodes)])
