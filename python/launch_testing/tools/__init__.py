"""Tools of tests: single processes, and comparisons of output."""
from launch_testing.tools import text
from launch_testing.tools.output import (
    basic_output_filter, expect_output, expected_output_from_file)
from launch_testing.tools.process import ProcessProxy, launch_process

__all__ = ["ProcessProxy", "basic_output_filter", "expect_output", "expected_output_from_file",
           "launch_process", "text"]
