"""The plugin of pytest: runs marked tests beside their launch."""
import asyncio
import functools
import inspect

import launch
import pytest

from launch_pytest.actions import ReadyToTest

LIMIT = 15.0  # seconds until ReadyToTest


class _Run:
    """A launch, and the loop in which it runs while a test runs."""

    def __init__(self, description, options):
        self.description = description
        self.options = options
        self.loop = asyncio.new_event_loop()
        self.service = launch.LaunchService()
        self.task = None
        self.is_ready = False

    def start(self):
        launched, ready = self.__parts()
        self.service.include_launch_description(launched)
        reached = asyncio.Event()
        ready.callbacks.append(reached.set)
        if ready.event.is_set():
            reached.set()
        self.task = self.loop.create_task(self.service.run_async(
            shutdown_when_idle=self.options.get("shutdown_when_idle", True)))
        self.loop.run_until_complete(self.__until(reached))
        self.is_ready = True

    def __parts(self):
        if isinstance(self.description, (tuple, list)):
            return self.description[0], self.description[1]
        for entity in self.description.entities:
            if isinstance(entity, ReadyToTest):
                return self.description, entity
        ready = ReadyToTest()
        self.description.add_action(ready)
        return self.description, ready

    async def __until(self, reached):
        waiting = asyncio.ensure_future(reached.wait())
        await asyncio.wait([waiting, self.task], timeout=LIMIT,
                           return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            raise RuntimeError(
                "the launch ended before ReadyToTest" if self.task.done() else
                f"the launch has not reached ReadyToTest in {LIMIT} s")

    def run(self, coroutine):
        return self.loop.run_until_complete(coroutine)

    def shutdown(self):
        """End the launch, or wait for its end; AssertionError if it failed."""
        ends_itself = self.is_ready and not self.options.get("auto_shutdown", True)
        if not self.task.done() and not ends_itself:
            self.service.shutdown()
        status = self.loop.run_until_complete(self.task)
        assert status == 0, f"the launch failed with status {status}: its log names the exception"

    def close(self):
        try:
            if self.task is not None:
                self.shutdown()
        finally:
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()


class _Plugin:
    """Has one launch at a time: tests that share a description share it."""

    def __init__(self):
        self.current = None

    def run_of(self, request):
        mark = request.node.get_closest_marker("launch")
        name, options = _fixture_of(mark.kwargs.get("fixture"))
        description = request.getfixturevalue(name)
        if self.current is not None and self.current.description is not description:
            self.close()
        if self.current is None:
            self.current = _Run(description, options)
            self.current.start()
        return self.current

    def close(self):
        current, self.current = self.current, None
        if current is not None:
            current.close()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item, nextitem):
        if self.current is not None and not _shares(item, nextitem):
            self.close()

    def pytest_sessionfinish(self):
        if self.current is not None:
            self.current.is_ready = False  # the session was cut short: nothing is waited for
            self.close()


def _fixture_of(fixture):
    """Give (name, options) of what a mark names."""
    function = getattr(fixture, "__wrapped__", None) or \
        getattr(fixture, "__pytest_wrapped__", None)
    function = getattr(function, "obj", function) or \
        getattr(fixture, "_fixture_function", fixture)
    if function is None:
        raise pytest.UsageError(
            "@pytest.mark.launch has no fixture: give fixture=<function with "
            "@launch_pytest.fixture>")
    return function.__name__, getattr(function, "_launch_pytest_options", {})


def _shares(item, nextitem):
    """Whether the next test uses the same description: one of a wider scope than a function."""
    mark = item.get_closest_marker("launch")
    following = nextitem.get_closest_marker("launch") if nextitem is not None else None
    if mark is None or following is None:
        return False
    same = mark.kwargs.get("fixture") is following.kwargs.get("fixture")
    _, options = _fixture_of(mark.kwargs.get("fixture"))
    return same and options.get("scope", "function") != "function"


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "launch(fixture, shutdown=False): the test runs beside what a fixture "
        "launches; shutdown: when that has ended")
    config.pluginmanager.register(_Plugin(), "launch_pytest_runs")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    """Collect coroutines and generators that are marked, as tests like others."""
    marks = [mark.name for mark in getattr(obj, "pytestmark", [])]
    if "launch" in marks and collector.istestfunction(obj, name):
        return [pytest.Function.from_parent(collector, name=name)] \
            if inspect.isgeneratorfunction(obj) or inspect.isasyncgenfunction(obj) else None
    return None


def pytest_itemcollected(item):
    if item.get_closest_marker("launch") is not None and "launch_service" not in item.fixturenames:
        item.fixturenames.insert(0, "launch_service")


@pytest.fixture
def _launch_run(request):
    if request.node.get_closest_marker("launch") is None:
        raise pytest.UsageError("'launch_service' is for tests with @pytest.mark.launch")
    return request.config.pluginmanager.get_plugin("launch_pytest_runs").run_of(request)


@pytest.fixture
def launch_service(_launch_run):
    """The LaunchService of the test."""
    return _launch_run.service


@pytest.fixture
def launch_context(_launch_run):
    """The LaunchContext of the test."""
    return _launch_run.service.context


@pytest.fixture
def event_loop(request):
    """The loop in which the launch runs; a test that has no launch gets one of its own."""
    if request.node.get_closest_marker("launch") is not None:
        yield request.getfixturevalue("_launch_run").loop
        return
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    mark = pyfuncitem.get_closest_marker("launch")
    if mark is None:
        return None
    run = pyfuncitem.config.pluginmanager.get_plugin("launch_pytest_runs").current
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    function = functools.partial(pyfuncitem.obj, **arguments)
    if mark.kwargs.get("shutdown", False):
        run.shutdown()
    _call(run, pyfuncitem.obj, function)
    return True


def _call(run, kind, function):
    """Run a test: what stands behind its yield runs when the launch has ended."""
    def in_thread(call):
        return run.run(_in_executor(run.loop, call))
    if inspect.isasyncgenfunction(kind):
        generator = function()
        run.run(generator.__anext__())
        run.shutdown()
        _last(lambda: run.run(generator.__anext__()), StopAsyncIteration)
    elif inspect.iscoroutinefunction(kind):
        run.run(function())
    elif inspect.isgeneratorfunction(kind):
        generator = function()
        in_thread(lambda: next(generator))
        run.shutdown()
        _last(lambda: next(generator), StopIteration)
    else:
        in_thread(function)


async def _in_executor(loop, call):
    return await loop.run_in_executor(None, call)


def _last(call, end):
    try:
        call()
    except end:
        return
    raise AssertionError("a test beside a launch has at most one yield")
