"""Finds the tests of a module, and what they want to be given."""
import functools
import inspect
import itertools
import unittest


def _normalized(result):
    """Give (description, dict) of what generate_test_description() returned."""
    if isinstance(result, tuple):
        return result
    return result, {}


class TestRun:
    """The tests of a module for one description."""

    __test__ = False

    def __init__(self, name, test_description_function, param_args, pre_shutdown_tests,
                 post_shutdown_tests):
        self.name = name
        self.test_description_function = test_description_function
        self.param_args = param_args
        self.pre_shutdown_tests = pre_shutdown_tests
        self.post_shutdown_tests = post_shutdown_tests
        self.markers = getattr(test_description_function, "__markers__", {})
        self.timeout = getattr(
            test_description_function, "__ready_to_test_action_timeout__", 15.0)

    def get_launch_description(self):
        """Give the description without running anything, for its arguments."""
        return self.normalized_test_description(lambda: None)[0]

    def normalized_test_description(self, ready_fn):
        """Give (description, dict); ready_fn is given to a description that takes it."""
        function = self.test_description_function
        kwargs = {}
        if "ready_fn" in inspect.signature(function).parameters:
            kwargs["ready_fn"] = ready_fn
        return _normalized(function(**kwargs))

    def bind(self, tests, injected_attributes, injected_args):
        """Give tests what they ask for, as attributes and as arguments."""
        for test in _cases(tests):
            for name, value in injected_attributes.items():
                setattr(test, name, value)
            for name in ("setUp", "tearDown", test._testMethodName):
                _bind(test, name, injected_args)
            for name in ("setUpClass", "tearDownClass"):
                _bind(type(test), name, injected_args)

    def all_cases(self):
        return itertools.chain(_cases(self.pre_shutdown_tests), _cases(self.post_shutdown_tests))

    def __str__(self):
        return self.name


def _bind(owner, name, values):
    function = getattr(owner, name)
    wanted = [one for one in inspect.signature(function).parameters if one in values]
    if wanted:
        setattr(owner, name, functools.partial(
            function, **{one: values[one] for one in wanted}))


def _cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _cases(test)
        else:
            yield test


def _suites(module):
    loader = unittest.TestLoader()
    before, after = unittest.TestSuite(), unittest.TestSuite()
    for item in vars(module).values():
        if isinstance(item, type) and issubclass(item, unittest.TestCase):
            suite = after if getattr(item, "__post_shutdown_test__", False) else before
            suite.addTests(loader.loadTestsFromTestCase(item))
    return before, after


def LoadTestsFromPythonModule(module, *, name="launch_tests"):
    """Give the TestRuns of a module: one, or one for each parameter."""
    function = getattr(module, "generate_test_description", None)
    if function is None:
        raise AttributeError(
            f"'{getattr(module, '__file__', module)}' has no generate_test_description(): it "
            "must return a launch description with ReadyToTest in it")
    runs = function.__parametrized__() if hasattr(function, "__parametrized__") \
        else [(function, {})]
    made = []
    for description_function, arguments in runs:
        text = "".join(f"[{key}={value}]" for key, value in arguments.items())
        made.append(TestRun(name + text, description_function, arguments, *_suites(module)))
    return made
