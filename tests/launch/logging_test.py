"""The log of a launch, and the utilities."""
import asyncio
import logging
import os
import signal
import unittest
from typing import List

import launch.logging
from launch import LaunchContext
from launch.actions import LogInfo
from launch.launch_description_entity import LaunchDescriptionEntity
from launch.substitutions import TextSubstitution
from launch.utilities import (
    AsyncSafeSignalManager, create_future, ensure_argument_type, is_a, is_a_subclass,
    isclassinstance, normalize_to_list_of_entities, normalize_to_list_of_substitutions,
    perform_substitutions, type_utils, typing_file_path, visit_all_entities_and_collect_futures)
from launch_case import LaunchCase


class LoggingTest(LaunchCase):
    def read_log(self):
        with open(launch.logging.launch_config.get_log_file_path()) as file:
            return file.read()

    def test_the_folder_has_the_log_and_is_the_latest(self):
        logger = launch.logging.get_logger("mine")
        logger.info("words")
        folder = launch.logging.launch_config.log_dir
        self.assertEqual(os.path.dirname(folder), os.environ["ROS_LOG_DIR"])
        self.assertRegex(os.path.basename(folder), r"^\d{4}(-\d\d){5}-\d{6}-.+-%d$" % os.getpid())
        self.assertEqual(os.readlink(os.path.join(os.path.dirname(folder), "latest")), folder)
        self.assertRegex(self.read_log(), r"^\d+\.\d{7} \[INFO\] \[mine\]: words\n$")
        self.assertIsInstance(launch.logging.get_logger("mine_too"), launch.logging.LaunchLogger)
        with self.assertRaisesRegex(RuntimeError, "is in use"):
            launch.logging.launch_config.log_dir = "/tmp/other"

    def test_the_folder_is_below_ros_home_without_ros_log_dir(self):
        del os.environ["ROS_LOG_DIR"]
        os.environ["ROS_HOME"] = str(self.prefix.path / "home")
        launch.logging.reset()
        self.assertTrue(launch.logging.launch_config.log_dir.startswith(
            str(self.prefix.path / "home" / "log")))

    def test_a_file_called_latest_is_left_alone(self):
        folder = self.prefix.path / "taken"
        folder.mkdir()
        (folder / "latest").write_text("mine")
        os.environ["ROS_LOG_DIR"] = str(folder)
        launch.logging.reset()
        with self.assertWarnsRegex(UserWarning, "Could not create a symlink"):
            launch.logging.launch_config.log_dir
        self.assertEqual((folder / "latest").read_text(), "mine")

    def test_formats_are_named_or_given_and_the_environment_overrides_them(self):
        config = launch.logging.launch_config
        config.set_screen_format("default_with_timestamp")
        self.run_entities(LogInfo(msg="stamped"))
        self.assertRegex(self.lines[-1], r"^\d+\.\d{7} \[INFO\] \[launch.user\]: stamped$")
        config.set_log_format("%(message)s!", log_style="%")
        launch.logging.get_logger("x").warning("styled")
        self.assertIn("styled!\n", self.read_log())
        with self.assertRaisesRegex(ValueError, "Cannot set a custom format style"):
            config.set_screen_format("default", screen_style="%")
        os.environ["OVERRIDE_LAUNCH_SCREEN_FORMAT"] = r"{name}\t{msg}"
        launch.logging.reset()
        self.run_entities(LogInfo(msg="mine"))
        self.assertEqual(self.lines[-1], "launch.user\tmine")

    def test_the_level_and_the_folder_are_said(self):
        launch.logging.launch_config.level = logging.WARNING
        self.assertEqual(logging.root.level, logging.WARNING)
        launch.logging.launch_config.level = logging.INFO
        launch.logging.log_launch_config(logger=launch.logging.get_logger("launch"))
        self.assertIn("All log files can be found below", self.read_log())
        self.assertIn("Default logging verbosity is set to INFO", self.read_log())

    def test_output_loggers_write_lines_as_they_are(self):
        out, err = launch.logging.get_output_loggers("p", {"stdout": "own_log", "both": "log"})
        out.info("to out")
        err.info("to err")
        self.assertRegex(self.read_log(), r"^\d+\.\d{7} to out\n\d+\.\d{7} to err\n$")
        with open(launch.logging.launch_config.get_log_file_path("p-stdout.log")) as file:
            self.assertEqual(file.read(), "to out\n")
        for bad in ("nosuch", {"stdin": "log"}, {"both": "paper"}, 3):
            with self.assertRaises(ValueError):
                launch.logging.get_output_loggers("p", bad)

    def test_handlers_format_each_logger_in_its_way(self):
        class Kept(logging.Handler):
            def emit(self, record):
                lines.append(self.format(record))
        lines = []
        handler = launch.logging.handlers.with_per_logger_formatting(Kept)()
        one, other = logging.getLogger("t.one"), logging.getLogger("t.other")
        handler.setFormatterFor(one, logging.Formatter("<%(message)s>"))
        self.assertIsNotNone(handler.getFormatterFor(one))
        for logger in (one, other):
            logger.addHandler(handler)
            logger.propagate = False
            logger.setLevel(logging.INFO)
            logger.info("a")
        handler.unsetFormatterFor(one)
        one.info("b")
        self.assertEqual(lines, ["<a>", "a", "b"])
        self.assertTrue(issubclass(launch.logging.handlers.SysLogHandler, logging.Handler))


class UtilitiesTest(LaunchCase):
    def test_questions_about_classes_and_arguments(self):
        self.assertTrue(is_a(1, int) and is_a_subclass(bool, int) and is_a_subclass(1, int))
        self.assertTrue(isclassinstance(LogInfo(msg="x")))
        self.assertFalse(isclassinstance(LogInfo) or isclassinstance(print))
        ensure_argument_type(1, [int, str], "n")
        with self.assertRaisesRegex(TypeError, "argument 'n' of f is 1.5 .* expected one of"):
            ensure_argument_type(1.5, [int, str], "n", "f")
        self.assertTrue(typing_file_path.FilePath)

    def test_entities_and_substitutions_become_lists(self):
        one = LogInfo(msg="x")
        self.assertEqual(normalize_to_list_of_entities([one, [one]]), [one, one])
        with self.assertRaisesRegex(TypeError, "'x' of type 'str' is not a launch entity"):
            normalize_to_list_of_entities(["x"])
        made = normalize_to_list_of_substitutions(["a", TextSubstitution(text="b")])
        self.assertEqual(perform_substitutions(LaunchContext(), made), "ab")
        for bad in (3, [3]):
            with self.assertRaises(TypeError):
                normalize_to_list_of_substitutions(bad)

    def test_futures_of_what_is_visited_are_collected(self):
        class Waits(LaunchDescriptionEntity):
            future = None

            def visit(self, context):
                self.future = create_future(None)

            def get_asyncio_future(self):
                return self.future

        async def run():
            waits = Waits()
            description = launch.LaunchDescription([LogInfo(msg="x"), waits])
            found = visit_all_entities_and_collect_futures(description, LaunchContext())
            return found == [(waits, waits.future)]
        self.assertTrue(asyncio.run(run()))

    def test_signals_are_callbacks_while_the_manager_is_entered(self):
        async def run():
            seen = asyncio.Event()
            manager = AsyncSafeSignalManager(asyncio.get_running_loop())
            manager.handle(signal.SIGUSR1, lambda signum: seen.set())
            with manager:
                os.kill(os.getpid(), signal.SIGUSR1)
                await seen.wait()
                self.assertIsNotNone(manager.handle(signal.SIGUSR1, None))
        before = signal.getsignal(signal.SIGUSR1)
        asyncio.run(run())
        self.assertEqual(signal.getsignal(signal.SIGUSR1), before)

    def test_texts_become_values_of_a_type(self):
        t = type_utils
        for text, kind, value in (
                ("1", int, 1), ("1", float, 1.0), ("true", bool, True), ("0", bool, False),
                ("x", str, "x"), ("[1, 2]", List[int], [1, 2]), ("[a]", None, ["a"]),
                ("1.5", None, 1.5)):
            self.assertEqual(t.coerce_to_type(text, kind), value)
        for text, kind in (("x", int), ("maybe", bool), ("{a: 1}", None), ("[a]", List[int])):
            with self.assertRaises(ValueError):
                t.coerce_to_type(text, kind)
        self.assertEqual(t.coerce_to_type("x", int, can_be_str=True), "x")
        self.assertEqual(t.coerce_list(["1", "2.5"]), [1.0, 2.5])
        self.assertEqual(t.coerce_list(["1", "a"]), ["1", "a"])
        self.assertEqual(t.get_typed_value(["1"], List[int]), [1])
        self.assertEqual(t.extract_type(List[int]), (int, True))
        self.assertTrue(t.is_typing_list(List) and t.is_valid_scalar_type(int))
        self.assertTrue(t.is_instance_of([1], List[int]) and not t.is_instance_of(True, int))
        self.assertFalse(t.is_instance_of_valid_type([1, "a"]))
        with self.assertRaisesRegex(ValueError, "Unrecognized data type"):
            t.extract_type(dict)

    def test_substitutions_become_values_of_a_type(self):
        t, context = type_utils, LaunchContext()
        sub = TextSubstitution(text="7")
        self.assertTrue(t.is_substitution(["a", sub]) and not t.is_substitution(["a"]))
        normalized = t.normalize_typed_substitution(sub, int)
        self.assertTrue(t.is_normalized_substitution(normalized))
        self.assertEqual(t.perform_typed_substitution(context, normalized, int), 7)
        values = t.normalize_typed_substitution([sub, 8], List[int])
        self.assertEqual(t.perform_typed_substitution(context, values, List[int]), [7, 8])
        with self.assertRaises(TypeError):
            t.normalize_typed_substitution(1.5, int)


if __name__ == "__main__":
    unittest.main()
