"""Recorders and players end with the process that began them, and bags are complete."""
import atexit
import os
import sys
import threading

import _rosbag2

_ended_by_multiprocessing = None  # the process for which that is arranged
atexit.register(_rosbag2.end_at_exit)


def end_with_this_process():
    """Arrange the end of what is begun now.

    A child of multiprocessing does not end as other interpreters do: it calls finalizers of its
    own, and then os._exit(), whatever threads there are.
    """
    global _ended_by_multiprocessing  # pylint: disable=global-statement
    util = sys.modules.get("multiprocessing.util")
    if util is None or _ended_by_multiprocessing == os.getpid():
        return
    if sys.modules["multiprocessing.process"].parent_process() is not None:
        util.Finalize(None, _end_child, exitpriority=-100)  # after those of queues
        _ended_by_multiprocessing = os.getpid()


def _end_child():
    """As an interpreter ends: it waits for threads that are no daemons."""
    own = threading.current_thread()
    while waited := [thread for thread in threading.enumerate()
                     if thread is not own and not thread.daemon]:
        for thread in waited:
            thread.join()
    _rosbag2.end_at_exit()
