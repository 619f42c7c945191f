"""Starting and ending tracing sessions, with or without somebody at the keyboard."""
import json
import os
import shutil
import sys

from .tools import kernel, lttng, names, path, program


class SessionError(RuntimeError):
    """A session cannot be started, changed or ended; says why, and the remedy."""


def _session(action, session_name, *options):
    """Asks `ranvier-trace session`. @return what it answers."""
    done = program.run("session", action, session_name, *options)
    if done.returncode != 0:
        raise SessionError(done.stderr.strip())
    return json.loads(done.stdout)


def _tell(answer, what):
    """Says which processes did it, and which did not and why."""
    recording = [one for one in answer["processes"] if not one["complaint"]]
    print(f"{len(recording)} running process{'' if len(recording) == 1 else 'es'} {what}")
    for one in answer["processes"]:
        if one["complaint"]:
            print(f"process {one['program']} ({one['pid']}): {one['complaint']}", file=sys.stderr)


def _check_events(ros_events, kernel_events, context_fields, snapshot_mode):
    if kernel_events and snapshot_mode:
        raise SessionError(f"Kernel events {' '.join(kernel_events)}: a flight recorder does not "
                           "keep them. Leave out -k, or take --recorder ranvier.")
    for field in context_fields:
        if field not in names.CONTEXT:
            raise SessionError(f"Context '{field}' is not recorded. There are: "
                               f"{', '.join(names.CONTEXT)}. Leave out -c for these.")
    unknown = [event for event in ros_events if not names.matching_events(event)]
    if len(unknown) == len(ros_events):
        raise SessionError(f"Events '{' '.join(ros_events)}' name none that is recorded. "
                           "`ranvier-trace events` prints those that are, as ros2:NAME.")
    for event in unknown:
        print(f"event '{event}': nothing of that name is recorded", file=sys.stderr)


def _make_directory(session_name, base_path, append_trace):
    directory = path.get_full_session_path(session_name, base_path)
    if os.path.exists(directory) and not append_trace:
        raise SessionError(f"Directory '{directory}' of session '{session_name}' is there already. "
                           "Name the session otherwise (-s), or add to it (-a).")
    try:
        os.makedirs(directory, exist_ok=True)
    except OSError as error:
        raise SessionError(f"Directory '{directory}': cannot make it: {error.strerror}. Name "
                           "another one (-p, or ROS_TRACE_DIR).") from error
    return directory


def _print_lists(ros_events, context_fields):
    print("events:")
    matching = {name for pattern in ros_events for name in names.matching_events(pattern)}
    for event in sorted(matching):
        print(f"  {event}")
    print("context:")
    for field in context_fields:
        print(f"  {field}")


def _wait_enter(prompt):
    """@return whether ENTER came, and not the end of the input or Ctrl-C."""
    try:
        input(prompt)
        return True
    except (EOFError, KeyboardInterrupt):
        print()
        return False


def init(*, session_name, base_path=None, append_trace=False,
         ros_events=names.DEFAULT_EVENTS_UST, kernel_events=(),
         context_fields=names.DEFAULT_CONTEXT, display_list=False, interactive=False,
         snapshot_mode=False, buffer_kilobytes=0, by_lttng=False):
    """Starts a session.

    @param snapshot_mode  with flight recorders: what they have is saved by snapshot().
    @param by_lttng  LTTng records, in a session of its own of the same name.
    @return whether it runs: not if it asked for ENTER and was stopped.
    Raises SessionError.
    """
    if not session_name or "/" in session_name:
        raise SessionError(f"Session name '{session_name}': a name is not empty and has no '/'. "
                           "Its directory is chosen by -p.")
    _check_events(list(ros_events), list(kernel_events), list(context_fields), snapshot_mode)
    directory = path.get_full_session_path(session_name, base_path)
    if display_list:
        _print_lists(ros_events, context_fields)
    print(f"session '{session_name}', traces in: {directory}")
    if interactive and not _wait_enter("press enter to start..."):
        return False
    _make_directory(session_name, base_path, append_trace)
    options = ["--directory", directory, "--buffer", str(buffer_kilobytes)]
    for event in ros_events:
        options += ["--events", event]
    if snapshot_mode:
        options.append("--flight")
    try:
        if kernel_events:
            _kernel(kernel.start, directory, kernel_events)
        _begin(session_name, directory, options, (ros_events, context_fields) if by_lttng else None)
    except SessionError:
        if kernel.is_recorded(directory):
            kernel.stop(directory)
        if not append_trace:
            shutil.rmtree(directory, ignore_errors=True)
        raise
    return True


def _begin(session_name, directory, options, for_lttng):
    """LTTng's session first: who joins it finds it there."""
    if for_lttng is None:
        _tell(_session("start", session_name, *options), "joined")
        return
    _lttng(lttng.create, session_name, directory, *for_lttng)
    try:
        _tell(_session("start", session_name, "--lttng", *options), "joined")
    except SessionError:
        _lttng(lttng.destroy, session_name)
        raise


def _lttng(function, *arguments):
    try:
        function(*arguments)
    except lttng.LttngError as error:
        raise SessionError(f"LTTng: {error}") from error


def _kernel(function, *arguments):
    try:
        function(*arguments)
    except kernel.KernelError as error:
        raise SessionError(str(error)) from error


def _recorders(session_name):
    """Whether LTTng records a session, and the directory of its kernel events, if it has any."""
    about = _session("show", session_name)
    directory = about["directory"]
    return about["recorder"] == "lttng", directory if kernel.is_recorded(directory) else None


def fini(*, session_name):
    """Waits for ENTER, then ends the session. Raises SessionError."""
    _wait_enter("press enter to stop...")
    print("stopping")
    cleanup(session_name=session_name)


def cleanup(*, session_name):
    """Ends a session: every trace of it is whole then. Raises SessionError."""
    of_lttng, with_kernel = _recorders(session_name)
    _tell(_session("stop", session_name), "left")
    if of_lttng:
        _lttng(lttng.stop, session_name)
        _lttng(lttng.destroy, session_name)
    if with_kernel:
        _kernel(kernel.stop, with_kernel)


def _start(args, interactive):
    return init(session_name=args.session_name, base_path=args.path,
                append_trace=args.append_trace, ros_events=args.events_ust,
                kernel_events=args.events_kernel, context_fields=args.context_fields,
                display_list=args.list, interactive=interactive,
                snapshot_mode=args.recorder == "flight", buffer_kilobytes=args.buffer,
                by_lttng=args.recorder == "lttng")


def trace(args):
    """`ros2 trace`. @return the exit code."""
    if _start(args, interactive=True):
        fini(session_name=args.session_name)
    return 0


def start(args):
    """`ros2 trace start`."""
    _start(args, interactive=False)
    return 0


def stop(args):
    """`ros2 trace stop`."""
    cleanup(session_name=args.session_name)
    return 0


def pause(args):
    """`ros2 trace pause`."""
    of_lttng, with_kernel = _recorders(args.session_name)
    _tell(_session("pause", args.session_name), "paused")
    if of_lttng:
        _lttng(lttng.stop, args.session_name)
    if with_kernel:
        _kernel(kernel.pause, with_kernel)
    return 0


def resume(args):
    """`ros2 trace resume`."""
    of_lttng, with_kernel = _recorders(args.session_name)
    if of_lttng:
        _lttng(lttng.start, args.session_name)
    if with_kernel:
        _kernel(kernel.resume, with_kernel)
    _tell(_session("resume", args.session_name), "record again")
    return 0


def snapshot(args):
    """`ros2 trace snapshot`: prints the folders of the traces that were saved."""
    saved = _session("snapshot", args.session_name)["saved"]
    for folder in saved:
        print(folder)
    if not saved:
        print(f"session '{args.session_name}': no process records, so nothing was saved",
              file=sys.stderr)
    return 0 if saved else 1
