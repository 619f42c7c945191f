"""Loggers: levels, children, filters, /rosout."""
import rclpy
import rclpy.logging
from rcl_interfaces.msg import Log
from rclpy.logging import LoggingSeverity, get_logger
from support import show, spin_until

rclpy.init(args=[])
node = rclpy.create_node("n")
logger = node.get_logger()
lines = []
node.create_subscription(
    Log, "/rosout", lambda message: lines.append((message.name, message.level, message.msg)), 100)
print(logger.name, logger.get_child("child").name, logger.get_effective_level())
print([logger.is_enabled_for(level) for level in LoggingSeverity])
for _ in range(3):
    print(logger.info("once", once=True), logger.info("not first", skip_first=True),
          logger.info("seldom", throttle_duration_sec=100))
print(logger.debug("unseen"), logger.warning("seen"), logger.error("seen too"))
logger.set_level(LoggingSeverity.ERROR)
print(logger.info("unseen"), logger.get_child("x").get_effective_level())
logger.set_level(LoggingSeverity.INFO)
show(lambda: logger.info("x", foo=1))
show(lambda: logger.get_child(""))
show(lambda: get_logger(""))
for level in (LoggingSeverity.INFO, LoggingSeverity.WARN):
    show(lambda: logger.log("changes", level, once=True))
print(logger.info("named", name="other"), logger.log("by number", 20))
rclpy.logging.set_logger_level("a.b", LoggingSeverity.FATAL)
print(rclpy.logging.get_logger_level("a.b"), rclpy.logging.get_logger_effective_level("a.b.c"),
      rclpy.logging.get_logging_severity_from_string("WARN"))
wanted = {"once", "not first", "seldom", "seen", "seen too"}
print(spin_until(lambda: wanted <= {line[2] for line in lines}, node))
print(sorted({line for line in lines if line[2] in wanted}))
rclpy.shutdown()
