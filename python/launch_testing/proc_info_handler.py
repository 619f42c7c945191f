"""Which processes ran, and how they ended."""
import threading

from launch_testing.util.proc_lookup import NoMatchingProcessException, resolveProcesses


class ProcInfoHandler:
    """The last event of each process."""

    def __init__(self):
        self._by_action = {}

    def append(self, process_info):
        self._by_action[process_info.action] = process_info

    def __iter__(self):
        return iter(list(self._by_action.values()))

    def processes(self):
        return list(self._by_action)

    def process_names(self):
        return [info.process_name for info in self._by_action.values()]

    def __getitem__(self, key):
        """Give the event of a process: by its name, or its action."""
        if isinstance(key, str):
            for info in self._by_action.values():
                if info.process_name == key:
                    return info
            raise KeyError(key)
        return self._by_action[key]


class ActiveProcInfoHandler(ProcInfoHandler):
    """The same while processes run; their starts and ends can be waited for."""

    def __init__(self):
        super().__init__()
        self.proc_event = threading.Condition(threading.RLock())

    def append(self, process_info):
        with self.proc_event:
            super().append(process_info)
            self.proc_event.notify_all()

    def __iter__(self):
        with self.proc_event:
            return super().__iter__()

    def processes(self):
        with self.proc_event:
            return super().processes()

    def process_names(self):
        with self.proc_event:
            return super().process_names()

    def __getitem__(self, key):
        with self.proc_event:
            return super().__getitem__(key)

    def __wait(self, process, cmd_args, condition, timeout, what):
        def holds():
            try:
                found = resolveProcesses(self, process=process, cmd_args=cmd_args)
            except NoMatchingProcessException:
                return False
            return all(condition(self[one]) for one in found)
        with self.proc_event:
            assert self.proc_event.wait_for(holds, timeout=timeout), \
                f"Timed out waiting for process '{process}' to {what}"

    def assertWaitForShutdown(self, process, cmd_args=None, *, timeout=10):
        """Wait until it has ended; AssertionError if the time is over."""
        self.__wait(process, cmd_args, lambda info: hasattr(info, "returncode"), timeout,
                    "finish")

    def assertWaitForStartup(self, process, cmd_args=None, *, timeout=10):
        """Wait until it was started; AssertionError if the time is over."""
        self.__wait(process, cmd_args, lambda info: True, timeout, "start up")
