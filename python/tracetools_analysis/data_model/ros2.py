"""The data model of ROS 2's events. Tables and columns have the names of upstream."""
import ranvier_analysis

from ranvier_analysis.errors import need

from . import DataModel
from .handles import Handles

# Each table of objects: its event, its index, and its columns (the event's names for them).
# "handle:" marks an address of an object.
_OBJECTS = {
    "contexts": ("rcl_init", "context_handle", {
        "context_handle": "handle:context_handle", "timestamp": "timestamp", "pid": "pid",
        "version": "version"}),
    "nodes": ("rcl_node_init", "node_handle", {
        "node_handle": "handle:node_handle", "timestamp": "timestamp", "tid": "tid",
        "rmw_handle": "rmw_handle", "name": "node_name", "namespace": "namespace"}),
    "publishers": ("rcl_publisher_init", "publisher_handle", {
        "publisher_handle": "handle:publisher_handle", "timestamp": "timestamp",
        "node_handle": "handle:node_handle", "rmw_handle": "rmw_publisher_handle",
        "topic_name": "topic_name", "depth": "queue_depth"}),
    "subscriptions": ("rcl_subscription_init", "subscription_handle", {
        "subscription_handle": "handle:subscription_handle", "timestamp": "timestamp",
        "node_handle": "handle:node_handle", "rmw_handle": "rmw_subscription_handle",
        "topic_name": "topic_name", "depth": "queue_depth"}),
    "subscription_objects": ("rclcpp_subscription_init", "subscription", {
        "subscription": "handle:subscription", "timestamp": "timestamp",
        "subscription_handle": "handle:subscription_handle"}),
    "services": ("rcl_service_init", "service_handle", {
        "service_handle": "handle:service_handle", "timestamp": "timestamp",
        "node_handle": "handle:node_handle", "rmw_handle": "rmw_service_handle",
        "service_name": "service_name"}),
    "clients": ("rcl_client_init", "client_handle", {
        "client_handle": "handle:client_handle", "timestamp": "timestamp",
        "node_handle": "handle:node_handle", "rmw_handle": "rmw_client_handle",
        "service_name": "service_name"}),
    "timers": ("rcl_timer_init", "timer_handle", {
        "timer_handle": "handle:timer_handle", "timestamp": "timestamp", "period": "period",
        "tid": "tid"}),
    "timer_node_links": ("rclcpp_timer_link_node", "timer_handle", {
        "timer_handle": "handle:timer_handle", "timestamp": "timestamp",
        "node_handle": "handle:node_handle"}),
    "callback_symbols": ("rclcpp_callback_register", "callback_object", {
        "callback_object": "handle:callback", "timestamp": "timestamp", "symbol": "symbol"}),
    "lifecycle_state_machines": ("rcl_lifecycle_state_machine_init", "state_machine_handle", {
        "state_machine_handle": "handle:state_machine", "node_handle": "handle:node_handle"}),
}
# Tables of what happened, without an index.
_INSTANCES = {
    "rclcpp_publish_instances": ("rclcpp_publish", {
        "timestamp": "timestamp", "message": "message"}),
    "rcl_publish_instances": ("rcl_publish", {
        "publisher_handle": "handle:publisher_handle", "timestamp": "timestamp",
        "message": "message"}),
    "rmw_publish_instances": ("rmw_publish", {
        "timestamp": "timestamp", "message": "message"}),
    "lifecycle_transitions": ("rcl_lifecycle_transition", {
        "state_machine_handle": "handle:state_machine", "start_label": "start_label",
        "goal_label": "goal_label", "timestamp": "timestamp"}),
}
# Who has a callback: the event, and its field for the owner, which is the index `reference`.
_OWNERS = {"rclcpp_subscription_callback_added": "subscription",
           "rclcpp_service_callback_added": "service_handle",
           "rclcpp_timer_callback_added": "timer_handle"}


class Ros2DataModel(DataModel):
    """Data frames of a trace. Timestamps are nanoseconds since the epoch (int64), except those of
    callback_instances, which are datetime64[ns], as durations are timedelta64[ns].

    With an index: contexts (context_handle), nodes (node_handle), publishers, subscriptions,
    subscription_objects (subscription), services, clients, timers, timer_node_links
    (timer_handle), callback_objects (reference: a subscription, service or timer),
    callback_symbols (callback_object), lifecycle_state_machines (state_machine_handle).
    Without: rclcpp_publish_instances, rcl_publish_instances, rmw_publish_instances,
    callback_instances (callback_object, timestamp, duration, intra_process),
    lifecycle_transitions. Handles: see Handles.
    """

    def __init__(self, trace: ranvier_analysis.Trace) -> None:
        self._pandas = need("pandas", "tracetools_analysis")
        self._trace, self._handles = trace, Handles(trace)
        for name, (event, index, columns) in _OBJECTS.items():
            frame = self._frame(event, columns)
            # Of an address that was used again, the last object.
            frame = frame.drop_duplicates(index, keep="last").set_index(index)
            setattr(self, name, frame)
        for name, (event, columns) in _INSTANCES.items():
            setattr(self, name, self._frame(event, columns))
        self.callback_objects = self._callback_objects()
        self.callback_instances = self._callback_instances()

    def _frame(self, event: str, columns: dict):
        table = self._trace.event(event)
        processes = self._handles.processes(table)
        made = {}
        for name, field in columns.items():
            if field == "timestamp":
                made[name] = table.column("_timestamp").to_numpy().astype("int64")
            elif field == "pid":
                made[name] = self._trace.processes.column("pid").to_numpy()[processes]
            elif field == "tid":
                threads = table.column("_thread").to_numpy()
                made[name] = self._trace.threads.column("tid").to_numpy()[threads]
            elif field.startswith("handle:"):
                made[name] = self._handles.of(table.column(field[7:]).to_numpy(), processes)
            else:
                values = table.column(field).to_numpy()
                as_number = values.dtype.kind in "Mu"  # times, addresses and depths
                made[name] = values.astype("int64") if as_number else values
        return self._pandas.DataFrame(made)

    def _callback_objects(self):
        frames = [self._frame(event, {"reference": f"handle:{owner}", "timestamp": "timestamp",
                                      "callback_object": "handle:callback"})
                  for event, owner in _OWNERS.items()]
        frame = self._pandas.concat(frames).sort_values("timestamp", kind="stable")
        return frame.drop_duplicates("reference", keep="last").set_index("reference")

    def _callback_instances(self):
        callbacks, runs = self._trace.callbacks, self._trace.runs
        handles = self._handles.of(callbacks.column("handle").to_numpy(),
                                   callbacks.column("process").to_numpy().astype("int64"))
        frame = self._pandas.DataFrame({
            "callback_object": handles[runs.column("callback").to_numpy()],
            "timestamp": runs.column("start").to_numpy(),
            "duration": runs.column("duration").to_numpy(),
            "intra_process": runs.column("is_intra_process").to_numpy()})
        ended = frame[frame["duration"].notna()]
        return ended.sort_values("timestamp", kind="stable").reset_index(drop=True)

    def print_data(self) -> None:
        """Prints every table."""
        for name in (*_OBJECTS, "callback_objects", "callback_instances", *_INSTANCES):
            print(f"{name}:\n{getattr(self, name).to_string()}\n")
