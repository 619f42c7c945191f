"""Addresses of objects, distinguished where two processes use the same."""
from typing import Dict

import ranvier_analysis

from ranvier_analysis.errors import need

# Of events that make an object known, the fields that are its addresses.
_FIELDS = {
    "rcl_init": ["context_handle"], "rcl_node_init": ["node_handle"],
    "rcl_publisher_init": ["publisher_handle"], "rcl_subscription_init": ["subscription_handle"],
    "rclcpp_subscription_init": ["subscription"],
    "rclcpp_subscription_callback_added": ["callback"], "rcl_service_init": ["service_handle"],
    "rclcpp_service_callback_added": ["callback"], "rcl_client_init": ["client_handle"],
    "rcl_timer_init": ["timer_handle"], "rclcpp_timer_callback_added": ["callback"],
    "rclcpp_callback_register": ["callback"],
    "rcl_lifecycle_state_machine_init": ["state_machine"],
}
_ABOVE = 48  # bits of an address


class Handles:
    """For the first process that uses an address, the address is the handle. For another process
    the handle also has the number of that process in its upper 16 bits. So a handle is one
    object, as upstream's tables need it. (An address that a process uses again keeps its handle.)
    """

    def __init__(self, trace: ranvier_analysis.Trace) -> None:
        self._numpy = numpy = need("numpy", "tracetools_analysis")
        self._process_of_thread = trace.threads.column("process").to_numpy().astype("int64")
        first: Dict[int, int] = {}
        shared = set()
        for event, fields in _FIELDS.items():  # one for each object: not many
            table = trace.event(event)
            processes = self.processes(table)
            for field in fields:
                for address, process in zip(table[field], processes.tolist()):
                    if first.setdefault(address, process) != process:
                        shared.add(address)
                        first[address] = min(first[address], process)
        self._shared = numpy.array(sorted(shared), dtype="int64")
        self._first = numpy.array([first[address] for address in sorted(shared)], dtype="int64")

    def processes(self, table: ranvier_analysis.Table):
        """The process of each row of events."""
        return self._process_of_thread[table.column("_thread").to_numpy()]

    def of(self, addresses, processes):
        """The handles of arrays of addresses and of their processes."""
        numpy = self._numpy
        handles = addresses.astype("int64")
        if not len(self._shared):
            return handles
        place = numpy.minimum(numpy.searchsorted(self._shared, handles), len(self._shared) - 1)
        another = (self._shared[place] == handles) & (self._first[place] != processes)
        return numpy.where(another, handles | (processes << _ABOVE), handles)
