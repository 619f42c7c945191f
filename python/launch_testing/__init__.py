"""
Tests of systems of processes: a launch description, tests while it runs, and tests afterwards.

A test file defines generate_test_description(), which gives a description with ReadyToTest in it.
Its test cases run when that is reached; those with @post_shutdown_test() when all has ended.
"""
from launch_testing import actions, asserts, event_handlers, markers, tools, util
from launch_testing.decorators import post_shutdown_test, ready_to_test_action_timeout
from launch_testing.io_handler import ActiveIoHandler, IoHandler
from launch_testing.legacy import LaunchTestService
from launch_testing.parametrize import parametrize
from launch_testing.proc_info_handler import ActiveProcInfoHandler, ProcInfoHandler
from launch_testing.ready_aggregator import ReadyAggregator

__all__ = ["ActiveIoHandler", "ActiveProcInfoHandler", "IoHandler", "LaunchTestService",
           "ProcInfoHandler",
           "ReadyAggregator", "actions", "asserts", "event_handlers", "markers", "parametrize",
           "post_shutdown_test", "ready_to_test_action_timeout", "tools", "util"]
