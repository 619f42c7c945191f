"""
Names that modules of rclpy have besides their own, as programs import them from there.

ROS 2's modules import them for themselves. Here a name is looked up when somebody asks for it, so
that importing a module costs what it needs. What ROS 2's import from Python's library, or for
annotations, is not here. `own=other`: it is called otherwise at home.
"""
from importlib import import_module

_HOMES = {
    "rclpy.action.client": {
        "action_msgs.msg": "GoalStatus",
        "action_msgs.srv": "CancelGoal",
        "rclpy.executors": "await_or_execute",
        "rclpy.type_support": "check_for_type_support",
        "rclpy.waitable": "NumberOfEntities Waitable",
        "unique_identifier_msgs.msg": "UUID",
    },
    "rclpy.action.graph": {
        "rclpy.node": "Node",
    },
    "rclpy.action.server": {
        "action_msgs.msg": "GoalInfo GoalStatus",
        "rclpy.task": "Future",
        "rclpy.type_support": "check_for_type_support",
        "rclpy.waitable": "NumberOfEntities Waitable",
    },
    "rclpy.client": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.clock": "Clock",
        "rclpy.context": "Context",
        "rclpy.node": "SrvType SrvTypeRequest SrvTypeResponse",
        "rclpy.qos": "QoSProfile",
        "rclpy.service_introspection": "ServiceIntrospectionState",
    },
    "rclpy.clock": {
        "rclpy.context": "Context",
        "rclpy.destroyable": "DestroyableType",
    },
    "rclpy.context": {
        "rclpy.destroyable": "DestroyableType",
    },
    "rclpy.event_handler": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.waitable": "NumberOfEntities Waitable",
    },
    "rclpy.executors": {
        "rclpy._rclpy_pybind11": "InvalidHandle",
        "rclpy.client": "Client",
        "rclpy.clock": "Clock",
        "rclpy.clock_type": "ClockType",
        "rclpy.context": "Context",
        "rclpy.guard_condition": "GuardCondition SignalHandlerGuardCondition",
        "rclpy.service": "Service",
        "rclpy.subscription": "Subscription",
        "rclpy.timer": "Timer",
        "rclpy.waitable": "NumberOfEntities Waitable",
    },
    "rclpy.lifecycle.node": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.qos": "QoSProfile",
        "rclpy.service": "Service",
        "rclpy.type_support": "check_is_valid_srv_type",
    },
    "rclpy.lifecycle.publisher": {
        "rclpy.node": "MsgType",
    },
    "rclpy.logging_service": {
        "rcl_interfaces.msg": "LoggerLevel SetLoggerLevelsResult",
        "rcl_interfaces.srv": "GetLoggerLevels SetLoggerLevels",
        "rclpy.impl.logging_severity": "LoggingSeverity",
        "rclpy.qos": "qos_profile_services_default",
        "rclpy.validate_topic_name": "TOPIC_SEPARATOR_STRING",
    },
    "rclpy.node": {
        "rcl_interfaces.msg":
            "FloatingPointRange IntegerRange ListParametersResult ParameterDescriptor "
            "ParameterEvent ParameterMsg=Parameter ParameterType ParameterValue "
            "SetParametersResult",
        "rcl_interfaces.srv": "ListParameters",
        "rclpy._rclpy_pybind11": "InvalidHandle",
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.clock": "Clock",
        "rclpy.context": "Context",
        "rclpy.exceptions":
            "InvalidParameterTypeException InvalidParameterValueException "
            "InvalidTopicNameException ParameterAlreadyDeclaredException "
            "ParameterImmutableException ParameterNotDeclaredException "
            "ParameterUninitializedException",
        "rclpy.executors": "Executor",
        "rclpy.expand_topic_name": "expand_topic_name",
        "rclpy.logging_service": "LoggingService",
        "rclpy.parameter": "PARAMETER_SEPARATOR_STRING Parameter",
        "rclpy.parameter_service": "ParameterService",
        "rclpy.qos_overriding_options": "QoSOverridingOptions",
        "rclpy.time_source": "TimeSource",
        "rclpy.topic_endpoint_info": "TopicEndpointInfo",
        "rclpy.type_description_service": "TypeDescriptionService",
        "rclpy.validate_full_topic_name": "validate_full_topic_name",
        "rclpy.validate_namespace": "validate_namespace",
        "rclpy.validate_node_name": "validate_node_name",
        "rclpy.validate_parameter_name": "validate_parameter_name",
        "rclpy.validate_topic_name": "validate_topic_name",
        "rclpy.waitable": "Waitable",
    },
    "rclpy.parameter": {
        "rcl_interfaces.msg": "ParameterMsg=Parameter ParameterType ParameterValue",
    },
    "rclpy.parameter_client": {
        "rcl_interfaces.msg": "ParameterEvent ParameterMsg=Parameter",
        "rcl_interfaces.srv":
            "DescribeParameters GetParameterTypes GetParameters ListParameters SetParameters "
            "SetParametersAtomically",
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.event_handler": "SubscriptionEventCallbacks",
        "rclpy.node": "Node",
        "rclpy.qos": "QoSProfile",
        "rclpy.qos_overriding_options": "QoSOverridingOptions",
        "rclpy.subscription": "Subscription",
        "rclpy.task": "Future",
    },
    "rclpy.parameter_event_handler": {
        "rcl_interfaces.msg": "ParameterEvent",
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.event_handler": "SubscriptionEventCallbacks",
        "rclpy.node": "Node",
        "rclpy.parameter": "Parameter",
        "rclpy.qos": "QoSProfile",
        "rclpy.qos_overriding_options": "QoSOverridingOptions",
    },
    "rclpy.parameter_service": {
        "rcl_interfaces.msg": "ListParametersResult SetParametersResult",
        "rcl_interfaces.srv":
            "DescribeParameters GetParameterTypes GetParameters ListParameters SetParameters "
            "SetParametersAtomically",
    },
    "rclpy.publisher": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.event_handler": "EventHandler PublisherEventCallbacks",
        "rclpy.node": "MsgType",
        "rclpy.qos": "QoSProfile",
    },
    "rclpy.qos_event": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.waitable": "NumberOfEntities Waitable",
    },
    "rclpy.qos_overriding_options": {
        "rcl_interfaces.msg":
            "ParameterDescriptor QosCallbackResult=SetParametersResult SetParametersResult",
        "rclpy.qos":
            "QoSDurabilityPolicy QoSHistoryPolicy QoSLivelinessPolicy QoSReliabilityPolicy",
        "rclpy.subscription": "Subscription",
    },
    "rclpy.service": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.clock": "Clock",
        "rclpy.node": "SrvType SrvTypeRequest SrvTypeResponse",
        "rclpy.qos": "QoSProfile",
        "rclpy.service_introspection": "ServiceIntrospectionState",
    },
    "rclpy.subscription": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.event_handler": "EventHandler SubscriptionEventCallbacks",
        "rclpy.node": "MsgType",
        "rclpy.qos": "QoSProfile",
    },
    "rclpy.time_source": {
        "rcl_interfaces.msg": "SetParametersResult",
        "rclpy.clock_type": "ClockType",
    },
    "rclpy.timer": {
        "rclpy.callback_groups": "CallbackGroup",
        "rclpy.clock": "Clock",
        "rclpy.context": "Context",
    },
    "rclpy.topic_endpoint_info": {
        "rclpy.qos": "QoSPresetProfiles",
    },
    "rclpy.type_description_service": {
        "rcl_interfaces.msg": "ParameterDescriptor ParameterType",
        "rclpy.qos": "qos_profile_services_default",
        "rclpy.service": "Service",
        "rclpy.type_support": "check_is_valid_srv_type",
        "rclpy.validate_topic_name": "TOPIC_SEPARATOR_STRING",
        "type_description_interfaces.srv": "GetTypeDescription",
    },
    "rclpy.utilities": {
        "rclpy.context": "Context",
    },
    "rclpy.wait_for_message": {
        "rclpy.node": "Node",
        "rclpy.qos": "QoSProfile",
    },
}


def _homes_of(module):
    """Give where each name of the module is at home: its module, and its name there."""
    for home, names in _HOMES[module].items():
        for name in names.split():
            own, _, other = name.partition("=")
            yield own, (home, other or own)


def reexports(module):
    """Give what the module is to have as __getattr__."""
    def look(name):
        home = dict(_homes_of(module)).get(name)
        if home is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        value = getattr(import_module(home[0]), home[1])
        import_module(module).__dict__[name] = value  # the next look finds it at once
        return value
    return look
