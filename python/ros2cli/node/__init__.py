"""The nodes that verbs ask."""
NODE_NAME_PREFIX = "_ros2cli"
