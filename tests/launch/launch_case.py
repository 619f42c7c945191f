"""A test case with a prefix, and with descriptions that run in this process."""
import contextlib
import io
import os
import unittest

import launch
import launch.logging

from prefix import Prefix


class LaunchCase(unittest.TestCase):
    """Has a prefix of its own for each class."""

    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix()
        cls.addClassCleanup(cls.prefix.close)

    def setUp(self):
        before = dict(os.environ)
        self.addCleanup(self.__restore, before)
        os.environ.update(self.prefix.environment())
        launch.logging.reset()
        self.addCleanup(launch.logging.reset)

    @staticmethod
    def __restore(before):
        os.environ.clear()
        os.environ.update(before)

    def run_entities(self, *entities, **kwargs):
        """Run a description in this process; give (status, lines, context)."""
        service = launch.LaunchService(**kwargs)
        service.include_launch_description(launch.LaunchDescription(list(entities)))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = service.run()
        if status == 0 and service.failures:
            status = 3  # as the command does
        self.lines = printed.getvalue().splitlines()
        return status, self.lines, service.context

    def logged(self, *entities, status=0):
        """Run a description; give the texts of its LogInfo actions."""
        found, lines, _ = self.run_entities(*entities)
        self.assertEqual(found, status, lines)
        begin = "[INFO] [launch.user]: "
        return [line[len(begin):] for line in lines if line.startswith(begin)]

    def assert_line(self, text, lines=None):
        lines = self.lines if lines is None else lines
        self.assertTrue(any(text in line for line in lines), f"no '{text}' in {lines}")

    def perform(self, substitution, **configurations):
        """Give the text of a substitution, or of a list, in a context of its own."""
        from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
        context = launch.LaunchContext()
        context.launch_configurations.update(configurations)
        return perform_substitutions(
            context, normalize_to_list_of_substitutions(substitution))
