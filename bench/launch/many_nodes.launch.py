"""`nodes` nodes of one program, each with a name of its own."""
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def nodes(context):
    program = LaunchConfiguration("program").perform(context)
    count = int(LaunchConfiguration("nodes").perform(context))
    return [Node(executable=program, name=f"launched_{i}") for i in range(count)]


def generate_launch_description():
    return LaunchDescription([
        DeclareLaunchArgument("program"), DeclareLaunchArgument("nodes"),
        OpaqueFunction(function=nodes)])
