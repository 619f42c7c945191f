"""Loggers: levels, children, filters, and services that set levels."""
import rclpy
import rclpy.logging
from rcl_interfaces.msg import LoggerLevel
from rcl_interfaces.srv import GetLoggerLevels, SetLoggerLevels
from rclpy.clock import Clock
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.rcutils_logger import (
    CallerId, LoggingFilter, Once, RcutilsLogger, SkipFirst, Throttle, get_filters_from_kwargs)
from rclpy.logging import LoggingSeverity
from support import kind, show

rclpy.init(args=[])
logger = rclpy.logging.get_logger("filters")
print(type(logger) is RcutilsLogger, logger.name, logger.get_child("child").name)
rclpy.logging.set_logger_level("filters", LoggingSeverity.WARN)
print(rclpy.logging.get_logger_level("filters"),
      rclpy.logging.get_logger_effective_level("filters.child"),
      logger.is_enabled_for(LoggingSeverity.INFO), logger.is_enabled_for(LoggingSeverity.FATAL),
      logger.get_effective_level())
logger.set_level(LoggingSeverity.FATAL)
for say in (logger.debug, logger.info, logger.warning, logger.warn, logger.error):
    print(say("words"))
print(logger.fatal("fatal words"))
logger.set_level(LoggingSeverity.UNSET)
print(rclpy.logging.get_logging_severity_from_string("DEBUG"),
      rclpy.logging.get_logging_severity_from_string("fatal"))
kind(lambda: rclpy.logging.get_logging_severity_from_string("loud"))
print([logger.info("once", once=True) for _ in range(3)])
print([logger.info("later", skip_first=True) for _ in range(3)])
clock = Clock()
print([logger.info("rarely", throttle_duration_sec=1000, throttle_time_source_type=clock)
       for _ in range(3)])
for seconds in (1000, 2000):
    show(lambda: logger.info("changes", throttle_duration_sec=seconds,
                             throttle_time_source_type=clock))
show(lambda: logger.info("words", nothing=True))
show(lambda: logger.info("words", throttle_duration_sec=1))
show(lambda: logger.log("words", 30, once=True))
show(lambda: logger.log("words", 35))
show(lambda: logger.get_child(""))
show(lambda: logger.get_child(7))
print(get_filters_from_kwargs(once=True), get_filters_from_kwargs(skip_first=True),
      get_filters_from_kwargs())
show(lambda: get_filters_from_kwargs(throttle_time_source_type=7))
print([one.__name__ for one in (Once, SkipFirst, Throttle) if issubclass(one, LoggingFilter)])
print(type(CallerId()).__name__)
print(rclpy.logging.get_logging_directory().name != "")
for changed in (LoggingSeverity.INFO, LoggingSeverity.WARN):
    show(lambda: logger.log("words", changed, once=True))

node = rclpy.create_node("logs", enable_logger_service=True)
other = rclpy.create_node("asks")
executor = SingleThreadedExecutor()
executor.add_node(node)
executor.add_node(other)


def ask(kind, name, request):
    client = other.create_client(kind, f"/logs/{name}")
    client.wait_for_service(timeout_sec=10)
    future = client.call_async(request)
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result()


print(ask(SetLoggerLevels, "set_logger_levels", SetLoggerLevels.Request(
    levels=[LoggerLevel(name="logs", level=40)])))
print(ask(GetLoggerLevels, "get_logger_levels", GetLoggerLevels.Request(names=["logs"])))
print(node.get_logger().get_effective_level(), node.get_logger().name)
rclpy.logging.clear_config()
rclpy.logging.initialize()
rclpy.logging.shutdown()
rclpy.shutdown()
