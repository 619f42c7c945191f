"""Which signals rclpy handles."""
import os
import signal
import time

import rclpy
from rclpy.signals import (
    SignalHandlerGuardCondition, SignalHandlerOptions, get_current_signal_handlers_options,
    install_signal_handlers, uninstall_signal_handlers)

signal.signal(signal.SIGTERM, lambda number, frame: print("own handler"))
print(get_current_signal_handlers_options() == SignalHandlerOptions.NO)
rclpy.init(args=[])
print(get_current_signal_handlers_options() == SignalHandlerOptions.ALL)
rclpy.shutdown()
print(get_current_signal_handlers_options() == SignalHandlerOptions.NO)
for option in (SignalHandlerOptions.SIGINT, SignalHandlerOptions.SIGTERM,
               SignalHandlerOptions.ALL, SignalHandlerOptions.NO):
    install_signal_handlers(option)
    print(get_current_signal_handlers_options() == option)
    uninstall_signal_handlers()
rclpy.init(args=[], signal_handler_options=SignalHandlerOptions.NO)
print(get_current_signal_handlers_options() == SignalHandlerOptions.NO)
os.kill(os.getpid(), signal.SIGTERM)
print(rclpy.ok())
guard = SignalHandlerGuardCondition()
guard.destroy()
rclpy.shutdown()
context = rclpy.Context()
rclpy.init(context=context, args=[])
print(get_current_signal_handlers_options() == SignalHandlerOptions.NO)
rclpy.shutdown(context=context)
rclpy.init(args=[], signal_handler_options=SignalHandlerOptions.SIGTERM)
os.kill(os.getpid(), signal.SIGTERM)
for _ in range(100):
    if not rclpy.ok():
        break
    time.sleep(0.05)
print(rclpy.ok())
