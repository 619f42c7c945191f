"""A test case that runs nodes, records them, and asserts on the events."""
import os
import tempfile
import time
import unittest
from typing import Any, List, Optional, Sequence, Type, Union

import tracetools_read as read
from tracetools_read import DictEvent
from tracetools_read.trace import get_trace_events
from tracetools_trace.tools import program

from .utils import cleanup_trace, get_event_names, run_and_trace

Names = Union[str, List[str]]
_LONGEST_PROCNAME = 15  # of the kernel


def _listed(names: Names) -> List[str]:
    return names if isinstance(names, list) else [names]


class TraceTestCase(unittest.TestCase):
    """Runs nodes to their ends before each test, with these events recorded.

    A class of yours calls __init__(*args, session_name_prefix=..., events_ros=...,
    package=..., nodes=...) and has tests. Before a test this holds: the nodes ended
    with exit code 0, each of events_ros came, no other did, and each node's process
    is in the trace. The trace is removed after the test unless TRACETOOLS_TEST_DEBUG
    is set. The nodes record into a session of their own: no other process joins.
    """

    ENV_VAR_DEBUG = "TRACETOOLS_TEST_DEBUG"

    def __init__(self, *args, session_name_prefix: str, events_ros: List[str], package: str,
                 nodes: List[str], base_path: Optional[str] = None,
                 events_kernel: Sequence[str] = (),
                 additional_actions: Optional[Sequence[Sequence[str]]] = None,
                 namespace: Optional[str] = None) -> None:
        super().__init__(*args)
        self._base_path = base_path or tempfile.gettempdir()
        self._session_name_prefix = session_name_prefix
        self._events_ros = list(events_ros)
        self._events_kernel = list(events_kernel)
        self._package = package
        self._nodes = list(nodes)
        self._additional_actions = additional_actions or ()
        self._namespace = namespace

    def setUp(self) -> None:
        before = time.time_ns()
        exit_code, self._full_path = run_and_trace(
            self._base_path, self._session_name_prefix, self._events_ros, self._events_kernel,
            self._package, self._nodes, self._namespace, self._additional_actions)
        self.assertEqual(exit_code, 0, "a node, or what ran beside it, failed")
        self._events = get_trace_events(self._full_path)
        self._event_names = get_event_names(self._events)
        self.assertEventsSet(self._events_ros + self._events_kernel)
        self.assertEventAfterTimestamp(self._events[0], before)
        self.assertProcessNamesExist(self._nodes)

    def tearDown(self) -> None:
        if not os.environ.get(self.ENV_VAR_DEBUG):
            cleanup_trace(self._full_path)

    # Assertions. Their names are those of unittest's kind.

    def assertEventsSet(self, event_names: List[str]) -> None:
        """Events of these names came, and of no others."""
        self.assertSetEqual(set(event_names), set(self._event_names))

    def assertProcessNamesExist(self, names: List[str]) -> None:
        """Each of these has an event. Of a long name its first 15 letters count."""
        seen = {read.get_procname(event) for event in self._events}
        for name in names:
            self.assertIn(name[:_LONGEST_PROCNAME], seen, "no event is of this process")

    def assertFieldType(self, event: DictEvent, field_names: Names, field_type: Type) -> None:
        """The fields have values of this type."""
        for name in _listed(field_names):
            self.assertIsInstance(self.get_field(event, name), field_type,
                                  f"type of field '{name}': {event}")

    def assertValidHandle(self, event: DictEvent, handle_field_names: Names, *,
                          can_be_null: bool = False) -> None:
        """The fields are pointers to something."""
        self.assertValidPointer(event, handle_field_names, can_be_null=can_be_null)

    def assertValidPointer(self, event: DictEvent, pointer_field_names: Names, *,
                           can_be_null: bool = False) -> None:
        """The fields are pointers; none of them is null, unless that is allowed."""
        self.assertFieldType(event, pointer_field_names, int)
        for name in _listed(pointer_field_names):
            self.assertGreaterEqual(self.get_field(event, name), 0 if can_be_null else 1,
                                    f"pointer '{name}': {event}")

    def assertValidStaticArray(self, event: DictEvent, array_field_names: Names,
                               array_type: Optional[Type] = None,
                               array_length: Optional[int] = None) -> None:
        """The fields are arrays, of so many elements of this type where that is asked."""
        self.assertFieldType(event, array_field_names, list)
        for name in _listed(array_field_names):
            values = self.get_field(event, name)
            if array_length is not None:
                self.assertEqual(len(values), array_length, f"length of '{name}': {event}")
            if array_type is not None:
                for value in values:
                    self.assertIsInstance(value, array_type, f"elements of '{name}': {event}")

    def assertValidQueueDepth(self, event: DictEvent,
                              queue_depth_field_name: str = "queue_depth") -> None:
        """The field is the depth of a queue: a number above zero."""
        self.assertFieldType(event, queue_depth_field_name, int)
        self.assertGreater(self.get_field(event, queue_depth_field_name), 0,
                           f"depth of the queue: {event}")

    def assertStringFieldNotEmpty(self, event: DictEvent, string_field_name: str) -> None:
        """The field is a text that is not empty."""
        self.assertFieldType(event, string_field_name, str)
        self.assertNotEqual(self.get_field(event, string_field_name), "",
                            f"field '{string_field_name}': {event}")

    def assertEventAfterTimestamp(self, event: DictEvent, timestamp: int) -> None:
        """It came after this time (nanoseconds since the epoch)."""
        self.assertGreater(read.get_event_timestamp(event), timestamp, f"time of: {event}")

    def assertEventOrder(self, events: List[DictEvent]) -> None:
        """They came in the order of this list."""
        self.assertTrue(self.are_events_ordered(events), f"these came in another order: {events}")

    def assertNumEventsEqual(self, events: List[DictEvent], expected_number: int,
                             msg: Optional[str] = None) -> None:
        """There are so many."""
        self.assertEqual(len(events), expected_number, msg or f"number of these events: {events}")

    def assertNumEventsGreaterEqual(self, events: List[DictEvent], min_expected_number: int,
                                    msg: Optional[str] = None) -> None:
        """There are so many, or more."""
        self.assertGreaterEqual(len(events), min_expected_number,
                                msg or f"number of these events: {events}")

    def assertMatchingField(self, initial_event: DictEvent, field_name: str,
                            matching_event_name: Optional[str] = None,
                            events: Optional[List[DictEvent]] = None,
                            check_order: bool = True) -> None:
        """Some other event, of this name if one is given, has the same value in this field.

        @param check_order  and it came after the first.
        """
        value = self.get_field(initial_event, field_name)
        candidates = self._all_or(events)
        if matching_event_name is not None:
            candidates = self.get_events_with_name(matching_event_name, candidates)
        matches = [event for event in candidates
                   if event is not initial_event and event.get(field_name) == value]
        self.assertTrue(matches, f"no event has {field_name}={value}, as this has: {initial_event}")
        if check_order:
            self.assertTrue(
                any(self.are_events_ordered([initial_event, event]) for event in matches),
                f"events with {field_name}={value} came, but not after this: {initial_event}")

    def assertFieldEquals(self, event: DictEvent, field_name: str, value: Any,
                          msg: Optional[str] = None) -> None:
        """The field has this value."""
        self.assertEqual(self.get_field(event, field_name), value,
                         msg or f"field '{field_name}': {event}")

    def assertNoAllocations(self, node: str = "", state: str = "active") -> None:
        """Callbacks took nothing from the heap in this lifecycle state; of one node, if it is given.

        The nodes must have been started with the library that `ranvier-trace heap-library` names in
        LD_PRELOAD, with at least ranvier_allocate, ranvier_allocation_place, callback_start,
        callback_end and the events of inits and of the lifecycle recorded. Fails as well if nobody
        told, or if events were lost.
        """
        words = ["--state", state] if state else []
        words += ["--node", node] if node else []
        done = program.run("allocations", self._full_path, "--callbacks", "--none", *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    # Looking at events.

    def get_field(self, event: DictEvent, field_name: str) -> Any:
        """The value of a field. Fails the test if there is none."""
        try:
            return read.get_field(event, field_name)
        except AttributeError as error:
            self.fail(str(error))

    def get_procname(self, event: DictEvent) -> str:
        """As tracetools_read.get_procname()."""
        return read.get_procname(event)

    def get_tid(self, event: DictEvent) -> int:
        """As tracetools_read.get_tid()."""
        return read.get_tid(event)

    def get_events_with_name(self, event_name: str,
                             events: Optional[List[DictEvent]] = None) -> List[DictEvent]:
        """Those of one name; of all events if no others are given."""
        return read.get_events_with_name(event_name, self._all_or(events))

    def get_events_with_procname(self, procname: str,
                                 events: Optional[List[DictEvent]] = None) -> List[DictEvent]:
        """Those of a process. Of a long name its first 15 letters count."""
        name = procname[:_LONGEST_PROCNAME]
        return [event for event in self._all_or(events) if read.get_procname(event) == name]

    def get_events_with_field_value(self, field_name: str, field_values: Any,
                                    events: Optional[List[DictEvent]] = None) -> List[DictEvent]:
        """Those whose field has this value, or one of these."""
        return read.get_events_with_field_value(field_name, field_values, self._all_or(events))

    def get_events_with_field_not_value(self, field_name: str, field_values: Any,
                                        events: Optional[List[DictEvent]] = None
                                        ) -> List[DictEvent]:
        """Those whose field has another value than this, or than these."""
        values = field_values if isinstance(field_values, (list, set)) else [field_values]
        return [event for event in self._all_or(events)
                if read.get_field(event, field_name) not in values]

    def get_event_with_field_value_and_assert(self, field_name: str, field_values: Any,
                                              events: Optional[List[DictEvent]] = None, *,
                                              allow_multiple: bool = False) -> DictEvent:
        """The one whose field has this value; the first, if several are allowed."""
        matching = self.get_events_with_field_value(field_name, field_values, events)
        words = f"events with {field_name}={field_values}: {matching}"
        if allow_multiple:
            self.assertNumEventsGreaterEqual(matching, 1, words)
        else:
            self.assertNumEventsEqual(matching, 1, words)
        return matching[0]

    def are_events_ordered(self, events: List[DictEvent]) -> bool:
        """Whether each came after the one before it in the list."""
        times = [read.get_event_timestamp(event) for event in events]
        return all(first < second for first, second in zip(times, times[1:]))

    def _all_or(self, events: Optional[List[DictEvent]]) -> List[DictEvent]:
        return self._events if events is None else events
