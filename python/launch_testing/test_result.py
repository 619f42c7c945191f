"""Results of tests, with their times."""
import time
import unittest


class TestResult(unittest.TextTestResult):
    """What unittest gives, and how long each test took."""

    __test__ = False

    def __init__(self, test_run=None, stream=None, verbosity=1):
        import sys
        super().__init__(unittest.runner._WritelnDecorator(stream or sys.stderr), True, verbosity)
        self.test_run = test_run
        self.testTimes = {}
        self.__began = None

    def startTest(self, test):
        self.__began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.testTimes[test] = time.monotonic() - self.__began
        super().stopTest(test)

    def append(self, other):
        """Add the results of other tests."""
        self.testsRun += other.testsRun
        self.failures += other.failures
        self.errors += other.errors
        self.skipped += other.skipped


class FailResult(unittest.TestResult):
    """The result of tests that could not begin."""

    def __init__(self, test_run=None, message=""):
        super().__init__()
        self.test_run = test_run
        self.message = message
        self.testTimes = {}
        for case in test_run.all_cases() if test_run else ():
            self.testsRun += 1
            self.errors.append((case, message))

    def wasSuccessful(self):
        return False
