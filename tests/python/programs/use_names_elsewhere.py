"""Names that programs import from modules where they are not at home."""
from importlib import import_module

NAMES = """
rclpy.action.client CancelGoal GoalStatus NumberOfEntities UUID Waitable await_or_execute
  check_for_type_support
rclpy.action.graph Node
rclpy.action.server Future GoalInfo GoalStatus NumberOfEntities Waitable check_for_type_support
rclpy.client CallbackGroup Clock Context QoSProfile ServiceIntrospectionState SrvType
  SrvTypeRequest SrvTypeResponse
rclpy.clock Context DestroyableType
rclpy.context DestroyableType
rclpy.event_handler CallbackGroup NumberOfEntities Waitable
rclpy.executors Client Clock ClockType Context GuardCondition InvalidHandle NumberOfEntities
  Service SignalHandlerGuardCondition Subscription Timer Waitable
rclpy.lifecycle.node CallbackGroup QoSProfile Service check_is_valid_srv_type
rclpy.lifecycle.publisher MsgType
rclpy.logging_service GetLoggerLevels LoggerLevel LoggingSeverity SetLoggerLevels
  SetLoggerLevelsResult TOPIC_SEPARATOR_STRING qos_profile_services_default
rclpy.node CallbackGroup Clock Context Executor FloatingPointRange IntegerRange InvalidHandle
  InvalidParameterTypeException InvalidParameterValueException InvalidTopicNameException
  ListParameters ListParametersResult LoggingService PARAMETER_SEPARATOR_STRING Parameter
  ParameterAlreadyDeclaredException ParameterDescriptor ParameterEvent ParameterImmutableException
  ParameterMsg ParameterNotDeclaredException ParameterService ParameterType
  ParameterUninitializedException ParameterValue QoSOverridingOptions SetParametersResult
  TimeSource TopicEndpointInfo TypeDescriptionService Waitable expand_topic_name
  validate_full_topic_name validate_namespace validate_node_name validate_parameter_name
  validate_topic_name
rclpy.parameter ParameterMsg ParameterType ParameterValue
rclpy.parameter_client CallbackGroup DescribeParameters Future GetParameterTypes GetParameters
  ListParameters Node ParameterEvent ParameterMsg QoSOverridingOptions QoSProfile SetParameters
  SetParametersAtomically Subscription SubscriptionEventCallbacks
rclpy.parameter_event_handler CallbackGroup Node Parameter ParameterEvent QoSOverridingOptions
  QoSProfile SubscriptionEventCallbacks
rclpy.parameter_service DescribeParameters GetParameterTypes GetParameters ListParameters
  ListParametersResult SetParameters SetParametersAtomically SetParametersResult
rclpy.publisher CallbackGroup EventHandler MsgType PublisherEventCallbacks QoSProfile
rclpy.qos_event CallbackGroup NumberOfEntities Waitable
rclpy.qos_overriding_options ParameterDescriptor QoSDurabilityPolicy QoSHistoryPolicy
  QoSLivelinessPolicy QoSReliabilityPolicy QosCallbackResult SetParametersResult Subscription
rclpy.service CallbackGroup Clock QoSProfile ServiceIntrospectionState SrvType SrvTypeRequest
  SrvTypeResponse
rclpy.subscription CallbackGroup EventHandler MsgType QoSProfile SubscriptionEventCallbacks
rclpy.time_source ClockType SetParametersResult
rclpy.timer CallbackGroup Clock Context
rclpy.topic_endpoint_info QoSPresetProfiles
rclpy.type_description_service GetTypeDescription ParameterDescriptor ParameterType Service
  TOPIC_SEPARATOR_STRING check_is_valid_srv_type qos_profile_services_default
rclpy.utilities Context
rclpy.wait_for_message Node QoSProfile
"""
for line in NAMES.strip().replace("\n ", "").splitlines():
    module, *names = line.split()
    missing = [name for name in names if not hasattr(import_module(module), name)]
    print(module, len(names), missing)
