"""Simulated time: clocks that go by /clock while use_sim_time is true."""
import weakref

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.clock import ROSClock
from rclpy.impl.reexports import reexports
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.time import Time

__getattr__ = reexports(__name__)

CLOCK_TOPIC = "/clock"
USE_SIM_TIME_NAME = "use_sim_time"


class TimeSource:
    """Lets clocks follow /clock as the parameter of a node says."""

    def __init__(self, *, node=None):
        self._clock_sub = None
        self._node_weak_ref = None
        self._associated_clocks = set()
        self._group = MutuallyExclusiveCallbackGroup()  # of its own: time goes on in callbacks
        self._last_time_set = Time(clock_type=ROSClock().clock_type)
        self._ros_time_is_active = False
        if node is not None:
            self.attach_node(node)

    @property
    def ros_time_is_active(self):
        return self._ros_time_is_active

    @ros_time_is_active.setter
    def ros_time_is_active(self, enabled):
        if self._ros_time_is_active == enabled:
            return
        self._ros_time_is_active = enabled
        for clock in self._associated_clocks:
            clock._set_ros_time_is_active(enabled)
        if enabled:
            self._subscribe_to_clock_topic()
        else:
            self._unsubscribe()

    def _node(self):
        return None if self._node_weak_ref is None else self._node_weak_ref()

    def _subscribe_to_clock_topic(self):
        node = self._node()
        if self._clock_sub is None and node is not None:
            from rosgraph_msgs.msg import Clock as ClockMessage
            self._clock_sub = node.create_subscription(
                ClockMessage, CLOCK_TOPIC, self.clock_callback,
                QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT),
                callback_group=self._group)

    def _unsubscribe(self):
        node = self._node()
        if self._clock_sub is not None and node is not None:
            node.destroy_subscription(self._clock_sub)
        self._clock_sub = None

    def attach_node(self, node):
        """Go by the parameter of this node, which is declared unless it is."""
        from rclpy.node import Node
        if not isinstance(node, Node):
            raise TypeError("Node must be of type rclpy.node.Node")
        if self._node_weak_ref is not None:
            self.detach_node()
        self._node_weak_ref = weakref.ref(node)
        if not node.has_parameter(USE_SIM_TIME_NAME):
            node.declare_parameter(USE_SIM_TIME_NAME, False)
        parameter = node.get_parameter(USE_SIM_TIME_NAME)
        if parameter.type_ is Parameter.Type.NOT_SET or parameter.type_ is Parameter.Type.BOOL:
            self.ros_time_is_active = bool(parameter.value)
        else:
            node.get_logger().error(
                f"Invalid type for parameter {USE_SIM_TIME_NAME} {parameter.type_!r} should be "
                "bool")
        node.add_on_set_parameters_callback(self._on_parameter_event)

    def detach_node(self):
        """Go by no node's parameter."""
        self._unsubscribe()
        node = self._node()
        if node is not None:
            node.remove_on_set_parameters_callback(self._on_parameter_event)
        self._node_weak_ref = None

    def attach_clock(self, clock):
        if not isinstance(clock, ROSClock):
            raise ValueError("Only clocks with type ROS_TIME can be attached.")
        clock.set_ros_time_override(self._last_time_set)
        clock._set_ros_time_is_active(self.ros_time_is_active)
        self._associated_clocks.add(clock)

    def clock_callback(self, msg):
        """Set the clocks to what came on /clock."""
        self._last_time_set = Time.from_msg(msg.clock)
        for clock in self._associated_clocks:
            clock.set_ros_time_override(self._last_time_set)

    def _on_parameter_event(self, parameters):
        from rcl_interfaces.msg import SetParametersResult
        for parameter in parameters:
            if parameter.name != USE_SIM_TIME_NAME:
                continue
            if parameter.type_ is not Parameter.Type.BOOL:
                reason = f"Parameter {USE_SIM_TIME_NAME} must be a bool"
                return SetParametersResult(successful=False, reason=reason)
            self.ros_time_is_active = parameter.value
        return SetParametersResult(successful=True)
