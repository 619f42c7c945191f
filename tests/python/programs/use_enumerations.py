"""Enumerations and constants, as their names and numbers are."""
from support import members

import rclpy.qos
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import GoalEvent
from rclpy.clock import ClockChange, ClockType
from rclpy.constants import S_TO_NS
from rclpy.event_handler import QoSPublisherEventType, QoSSubscriptionEventType
from rclpy.impl.logging_severity import LoggingSeverity
from rclpy.lifecycle import TransitionCallbackReturn
from rclpy.node import HIDDEN_NODE_PREFIX, Node
from rclpy.parameter import PARAMETER_SEPARATOR_STRING, Parameter
from rclpy.qos import (
    DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSCompatibility, QoSDurabilityPolicy,
    QoSHistoryPolicy, QoSLivelinessPolicy, QoSPolicyEnum, QoSPolicyKind, QoSPresetProfiles,
    QoSReliabilityPolicy, ReliabilityPolicy)
from rclpy.service_introspection import ServiceIntrospectionState
from rclpy.signals import SignalHandlerOptions
from rclpy.subscription import Subscription
from rclpy.time_source import CLOCK_TOPIC, USE_SIM_TIME_NAME
from rclpy.topic_endpoint_info import TopicEndpointTypeEnum
from rclpy.topic_or_service_is_hidden import HIDDEN_TOPIC_PREFIX
from rclpy.type_description_service import START_TYPE_DESCRIPTION_SERVICE_PARAM
from rclpy.validate_topic_name import TOPIC_SEPARATOR_STRING

members(CancelResponse)
members(GoalResponse)
members(GoalEvent)
members(ClockChange)
members(ClockType)
members(QoSPublisherEventType)
members(QoSSubscriptionEventType)
members(LoggingSeverity)
members(TransitionCallbackReturn)
members(Parameter.Type)
members(DurabilityPolicy)
members(HistoryPolicy)
members(LivelinessPolicy)
members(ReliabilityPolicy)
members(QoSCompatibility)
members(QoSPolicyKind)
members(ServiceIntrospectionState)
members(SignalHandlerOptions)
members(Subscription.CallbackType)
members(TopicEndpointTypeEnum)
print([preset.name for preset in list(QoSPresetProfiles)])
print(QoSHistoryPolicy is HistoryPolicy, QoSReliabilityPolicy is ReliabilityPolicy,
      QoSDurabilityPolicy is DurabilityPolicy, QoSLivelinessPolicy is LivelinessPolicy)
print([policy.short_key for policy in HistoryPolicy], issubclass(HistoryPolicy, QoSPolicyEnum))
print(TransitionCallbackReturn.FAILURE.to_label(), TransitionCallbackReturn.ERROR.to_label())
print(S_TO_NS, HIDDEN_NODE_PREFIX, PARAMETER_SEPARATOR_STRING, CLOCK_TOPIC, USE_SIM_TIME_NAME,
      HIDDEN_TOPIC_PREFIX, START_TYPE_DESCRIPTION_SERVICE_PARAM, TOPIC_SEPARATOR_STRING,
      Node.PARAM_REL_TOL)
for profile in (
        rclpy.qos.qos_profile_unknown, rclpy.qos.qos_profile_default,
        rclpy.qos.qos_profile_system_default, rclpy.qos.qos_profile_sensor_data,
        rclpy.qos.qos_profile_services_default, rclpy.qos.qos_profile_parameters,
        rclpy.qos.qos_profile_parameter_events, rclpy.qos.qos_profile_best_available,
        rclpy.qos.qos_profile_action_status_default):
    print(profile)
print(rclpy.qos.DeadlineBestAvailable, rclpy.qos.LivelinessLeaseDurationeBestAvailable)
