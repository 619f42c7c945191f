"""Actions of tests."""
from launch_testing.actions.gtest import GTest
from launch_testing.actions.pytest import PyTest
from launch_testing.actions.ready import ReadyToTest
from launch_testing.actions.test import Test

__all__ = ["GTest", "PyTest", "ReadyToTest", "Test"]
