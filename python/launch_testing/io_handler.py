"""What processes have written."""
import threading

from launch_testing.util.proc_lookup import resolveProcesses


class IoHandler:
    """The output of processes, in its order."""

    def __init__(self):
        self._sequence = []
        self._by_process = {}

    def track(self, process_name):
        """Know a process before it has written."""
        self._by_process.setdefault(process_name, [])

    def append(self, process_io):
        self._sequence.append(process_io)
        self._by_process.setdefault(process_io.process_name, []).append(process_io)

    def __iter__(self):
        return iter(list(self._sequence))

    def processes(self):
        """Give the actions of the processes that have written."""
        return list({id(one.action): one.action for one in self._sequence}.values())

    def process_names(self):
        return list(self._by_process)

    def __getitem__(self, key):
        """Give the list of what a process has written: by its name, or its action."""
        if isinstance(key, str):
            return list(self._by_process[key])
        return list(self._by_process[key.process_details["name"]])


class ActiveIoHandler(IoHandler):
    """The same while it grows; it can be waited for."""

    def __init__(self):
        super().__init__()
        self.io_event = threading.Condition(threading.RLock())

    def track(self, process_name):
        with self.io_event:
            super().track(process_name)
            self.io_event.notify_all()

    def append(self, process_io):
        with self.io_event:
            super().append(process_io)
            self.io_event.notify_all()

    def __iter__(self):
        with self.io_event:
            return super().__iter__()

    def processes(self):
        with self.io_event:
            return super().processes()

    def process_names(self):
        with self.io_event:
            return super().process_names()

    def __getitem__(self, key):
        with self.io_event:
            return super().__getitem__(key)

    def waitFor(self, expected_output, process=None, cmd_args=None, *,
                strict_proc_matching=True, output_filter=None, timeout=10,
                strip_ansi_escape_sequences=True, stream="stderr"):
        """Wait until a process has written something; False if the time is over."""
        from launch_testing.asserts.assert_output import has_output
        from launch_testing.util.proc_lookup import NoMatchingProcessException

        def has_come():
            try:
                found = resolveProcesses(self, process=process, cmd_args=cmd_args,
                                         strict_proc_matching=strict_proc_matching)
            except NoMatchingProcessException:
                return False
            return any(has_output(
                self, one, expected_output, output_filter=output_filter, stream=stream,
                strip_ansi_escape_sequences=strip_ansi_escape_sequences) for one in found)
        with self.io_event:
            return self.io_event.wait_for(has_come, timeout=timeout)

    def assertWaitFor(self, expected_output, process=None, cmd_args=None, *,
                      strict_proc_matching=True, output_filter=None, timeout=10,
                      strip_ansi_escape_sequences=True, stream="stderr"):
        """Wait as waitFor() does; AssertionError if the time is over."""
        came = self.waitFor(
            expected_output, process, cmd_args, strict_proc_matching=strict_proc_matching,
            output_filter=output_filter, timeout=timeout, stream=stream,
            strip_ansi_escape_sequences=strip_ansi_escape_sequences)
        assert came, f"Waiting for output timed out: {expected_output!r} on {stream}"
