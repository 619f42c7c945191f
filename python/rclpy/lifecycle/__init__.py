"""Nodes whose state others manage."""
from rclpy.lifecycle.managed_entity import ManagedEntity, SimpleManagedEntity
from rclpy.lifecycle.node import (
    LifecycleNode, LifecycleNodeMixin, LifecycleState, TransitionCallbackReturn)
from rclpy.lifecycle.publisher import LifecyclePublisher

Node = LifecycleNode
NodeMixin = LifecycleNodeMixin
State = LifecycleState
Publisher = LifecyclePublisher

__all__ = ["LifecycleNode", "LifecycleNodeMixin", "LifecyclePublisher", "LifecycleState",
           "ManagedEntity", "Node", "NodeMixin", "Publisher", "SimpleManagedEntity", "State",
           "TransitionCallbackReturn"]
