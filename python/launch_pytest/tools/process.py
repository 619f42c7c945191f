"""
Waits for what a process does; each also for tests that are no coroutines (_sync).

What is said about output needs an action with cached_output=True.
"""
import asyncio

from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart


def _is_met(condition):
    """Whether a condition, that may be one of assertions, holds."""
    try:
        result = condition()
    except AssertionError:
        return False
    return result is None or bool(result)


async def _wait(launch_context, handler_of, condition, timeout):
    """Wait until a condition holds, which is asked again at each event of a handler."""
    changed = asyncio.Event()

    def note(event, context):
        changed.set()
    handler = handler_of(note)
    launch_context.register_event_handler(handler)
    end = None if timeout is None else asyncio.get_running_loop().time() + timeout
    try:
        while not condition():
            left = None if end is None else end - asyncio.get_running_loop().time()
            if left is not None and left <= 0:
                return False
            changed.clear()
            try:
                await asyncio.wait_for(changed.wait(), left)
            except asyncio.TimeoutError:
                return condition()
        return True
    finally:
        launch_context.unregister_event_handler(handler)


def _text(action, stream):
    return action.get_stdout() if stream == "stdout" else action.get_stderr()


async def _wait_for_text(launch_context, action, validate_output, timeout, stream):
    return await _wait(
        launch_context, lambda note: OnProcessIO(
            target_action=action, on_stdout=note, on_stderr=note),
        lambda: _is_met(lambda: validate_output(_text(action, stream))), timeout)


async def wait_for_output(launch_context, execute_process_action, validate_output, timeout=None):
    """Wait until a function of the standard output is true; False if the time is over."""
    return await _wait_for_text(
        launch_context, execute_process_action, validate_output, timeout, "stdout")


async def wait_for_stderr(launch_context, execute_process_action, validate_output, timeout=None):
    """Wait until a function of the standard error is true; False if the time is over."""
    return await _wait_for_text(
        launch_context, execute_process_action, validate_output, timeout, "stderr")


async def assert_output(launch_context, execute_process_action, validate_output, timeout=None):
    """Wait as wait_for_output(); the error of the function if the time is over."""
    if not await wait_for_output(
            launch_context, execute_process_action, validate_output, timeout):
        result = validate_output(execute_process_action.get_stdout())
        assert result is None or result, execute_process_action.get_stdout()


async def assert_stderr(launch_context, execute_process_action, validate_output, timeout=None):
    """Wait as wait_for_stderr(); the error of the function if the time is over."""
    if not await wait_for_stderr(
            launch_context, execute_process_action, validate_output, timeout):
        result = validate_output(execute_process_action.get_stderr())
        assert result is None or result, execute_process_action.get_stderr()


async def wait_for_start(launch_context, execute_process_action, timeout=None):
    """Wait until it was started; False if the time is over."""
    return await _wait(
        launch_context, lambda note: OnProcessStart(
            target_action=execute_process_action, on_start=note),
        lambda: (execute_process_action.process_details or {}).get("pid"), timeout)


async def wait_for_exit(launch_context, execute_process_action, timeout=None):
    """Wait until it has ended; False if the time is over."""
    return await _wait(
        launch_context, lambda note: OnProcessExit(
            target_action=execute_process_action, on_exit=note),
        lambda: execute_process_action.return_code is not None, timeout)


def _sync(function):
    def call(launch_context, *args, **kwargs):
        coroutine = function(launch_context, *args, **kwargs)
        return asyncio.run_coroutine_threadsafe(
            coroutine, launch_context.asyncio_loop).result()
    call.__name__ = f"{function.__name__}_sync"
    call.__doc__ = f"Do what {function.__name__}() does, from another thread than launch's."
    return call


wait_for_output_sync = _sync(wait_for_output)
wait_for_stderr_sync = _sync(wait_for_stderr)
assert_output_sync = _sync(assert_output)
assert_stderr_sync = _sync(assert_stderr)
wait_for_start_sync = _sync(wait_for_start)
wait_for_exit_sync = _sync(wait_for_exit)
