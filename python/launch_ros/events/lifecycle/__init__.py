"""Events of nodes with a lifecycle."""
from launch_ros.events.lifecycle.change_state import ChangeState
from launch_ros.events.lifecycle.state_transition import StateTransition
from launch_ros.events.matchers import matches_node_name

__all__ = ["ChangeState", "StateTransition", "matches_node_name"]
