"""Names of the inner module that are made when they are asked for."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.qos import QoSPresetProfiles

_KINDS = ("subscription", "guard_condition", "timer", "client", "service", "event")


class WaitSet:
    """Waits for handles, for who does not leave that to an executor."""

    def __init__(self, num_subs, num_gcs, num_timers, num_clients, num_services, num_events,
                 context_handle):
        context_handle.require_valid("failed to initialize wait set: ")
        self._native = _rclpy.NativeWaitSet(context_handle)
        self._indices = {kind: [] for kind in _KINDS}
        self._handles = {kind: [] for kind in _KINDS}

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.clear_entities()

    def destroy_when_not_in_use(self):
        self._native.destroy_when_not_in_use()

    def clear_entities(self):
        self._native.clear_entities()
        for kind in _KINDS:
            self._indices[kind].clear()
            self._handles[kind].clear()

    def _add(self, kind, handle):
        self._indices[kind].append(self._native.add(handle))
        self._handles[kind].append(handle)
        return len(self._handles[kind]) - 1

    def add_subscription(self, handle):
        return self._add("subscription", handle)

    def add_guard_condition(self, handle):
        return self._add("guard_condition", handle)

    def add_timer(self, handle):
        return self._add("timer", handle)

    def add_client(self, handle):
        return self._add("client", handle)

    def add_service(self, handle):
        return self._add("service", handle)

    def add_event(self, handle):
        return self._add("event", handle)

    def wait(self, timeout_ns):
        """Wait until something is ready; for ever if the time is negative."""
        self._native.wait(timeout_ns)

    def is_ready(self, entity_type, index):
        return self._native.is_ready(self._indices[entity_type][index])

    def get_ready_entities(self, entity_type):
        """Give the pointers of what is ready."""
        return [handle.pointer for index, handle in zip(
            self._indices[entity_type], self._handles[entity_type])
            if self._native.is_ready(index)]


class rmw_qos_profile_t:  # noqa: N801
    """Profiles by name."""

    @staticmethod
    def predefined(name):
        short = name.removeprefix("qos_profile_")
        return QoSPresetProfiles.get_from_short_key(short)


def rclpy_remap_topic_name(node_handle, topic_name):
    """Give the name after remapping."""
    return node_handle.resolve_name(topic_name, False, False)
