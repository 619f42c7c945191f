"""pytest runs files that are marked with launch_test, as launch_test does."""
import pytest

from launch_testing.loader import LoadTestsFromPythonModule
from launch_testing.test_runner import LaunchTestRunner


class LaunchTestFailure(Exception):
    """A launch test failed."""


class LaunchTestItem(pytest.Item):
    """The tests of one file."""

    def __init__(self, name, parent, *, test_runs, runner_cls=LaunchTestRunner):
        super().__init__(name, parent)
        self.test_runs = test_runs
        self.runner_cls = runner_cls

    @classmethod
    def from_parent(cls, *args, **kwargs):
        return super().from_parent(*args, **kwargs)

    def runtest(self):
        arguments = []
        for words in self.config.getoption("--launch-args") or ():
            arguments += words if isinstance(words, list) else [words]
        runner = self.runner_cls(self.test_runs, arguments)
        runner.validate()
        results = runner.run()
        texts = [f"{case}:\n{text}" for result in results.values()
                 for case, text in [*result.errors, *result.failures]]
        if texts or not all(result.wasSuccessful() for result in results.values()):
            raise LaunchTestFailure("\n".join(texts))

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, LaunchTestFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, f"launch tests: {self.name}"


class LaunchTestModule(pytest.File):
    """A file that is a launch test."""

    runner_cls = LaunchTestRunner

    def collect(self):
        from launch_testing.launch_test import load_module
        module = load_module(str(self.path))
        yield LaunchTestItem.from_parent(
            self, name=self.name, runner_cls=self.runner_cls,
            test_runs=LoadTestsFromPythonModule(module, name=self.name))


def is_marked(path, mark="launch_test"):
    """Whether generate_test_description() of a file has the mark."""
    import ast
    try:
        tree = ast.parse(path.read_text())
    except (SyntaxError, OSError, UnicodeDecodeError):
        return False
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "generate_test_description":
            return any(ast.unparse(one).split("(")[0].endswith(f"mark.{mark}")
                       for one in node.decorator_list)
    return False


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path, parent):
    if not is_marked(module_path):
        return None
    module = parent.ihook.pytest_launch_collect_makemodule(
        path=module_path, parent=parent, entrypoint=None)
    return module or LaunchTestModule.from_parent(parent=parent, path=module_path)


def pytest_addhooks(pluginmanager):
    pluginmanager.add_hookspecs(_Hooks)


class _Hooks:
    """What other plugins can do with a file that is a launch test."""

    @pytest.hookspec(firstresult=True)
    def pytest_launch_collect_makemodule(self, path, parent, entrypoint):
        """Give the collector of a file, or None."""


def pytest_addoption(parser):
    parser.addoption("--launch-args", action="append", nargs="*", default=[],
                     help="arguments of the descriptions of launch tests")


def pytest_configure(config):
    config.addinivalue_line("markers", "launch_test: the file is a launch test")
