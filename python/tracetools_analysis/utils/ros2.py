"""Queries of the data model of ROS 2's events."""
from typing import Any, Dict, List, Mapping, Optional

from ranvier_analysis.errors import need

from ..data_model.ros2 import Ros2DataModel
from . import DataModelUtil
from .symbols import readable

_LAYERS = ("rclcpp", "rcl", "rmw")


def _row(frame, handle: int) -> Optional[Dict[str, Any]]:
    """A row of a table with an index; None if there is none."""
    return frame.loc[handle].to_dict() if handle in frame.index else None


class Ros2DataModelUtil(DataModelUtil):
    """Answers like upstream's class of this name; times are exact to the nanosecond."""

    @property
    def data(self) -> Ros2DataModel:
        """The data model."""
        return super().data

    # Callbacks.

    def get_callback_symbols(self) -> Mapping[int, str]:
        """The function name of each callback that ran; empty if no event has it."""
        symbols = self.data.callback_symbols["symbol"]
        ran = self.data.callback_instances["callback_object"].unique().tolist()
        return {callback: readable(symbols.get(callback, "")) for callback in ran}

    def get_callback_durations(self, callback_obj: int):
        """A data frame of the runs of a callback: timestamp (datetime64[ns]) of the start,
        duration (timedelta64[ns])."""
        instances = self.data.callback_instances
        return instances.loc[instances["callback_object"] == callback_obj,
                             ["timestamp", "duration"]]

    def get_callback_owner_info(self, callback_obj: int) -> Optional[str]:
        """Whose callback it is, in words: "Timer -- node: talker, tid: 17, period: 100 ms".

        Also "Subscription -- … topic: /chatter", "Service -- … service: /add". None if no event
        says.
        """
        objects = self.data.callback_objects
        owners = objects.index[objects["callback_object"] == callback_obj]
        if owners.empty:
            return None
        for kind, info_of in (("Timer", self.get_timer_handle_info),
                              ("Subscription", self.get_subscription_reference_info),
                              ("Service", self.get_service_handle_info)):
            info = info_of(int(owners[-1]))
            if info is not None:
                return f"{kind} -- {self.format_info_dict(info)}"
        return None

    # Objects, each as a dictionary of names and values; None if no event tells of it.

    def get_timer_handle_info(self, timer_handle: int) -> Optional[Mapping[str, Any]]:
        """node, tid, period (as "100 ms")."""
        timer, link = _row(self.data.timers, timer_handle), _row(self.data.timer_node_links,
                                                                 timer_handle)
        if timer is None or link is None:
            return None
        return self._of_node(link, tid=timer["tid"], period=f"{timer['period'] / 1e6:.0f} ms")

    def get_publisher_handle_info(self, publisher_handle: int) -> Optional[Mapping[str, Any]]:
        """node, tid, topic."""
        row = _row(self.data.publishers, publisher_handle)
        return row and self._of_node(row, topic=row["topic_name"])

    def get_subscription_reference_info(
            self, subscription_reference: int) -> Optional[Mapping[str, Any]]:
        """node, tid, topic. @param subscription_reference  of subscription_objects."""
        reference = _row(self.data.subscription_objects, subscription_reference)
        row = reference and _row(self.data.subscriptions, reference["subscription_handle"])
        return row and self._of_node(row, topic=row["topic_name"])

    def get_service_handle_info(self, service_handle: int) -> Optional[Mapping[str, Any]]:
        """node, tid, service."""
        row = _row(self.data.services, service_handle)
        return row and self._of_node(row, service=row["service_name"])

    def get_client_handle_info(self, client_handle: int) -> Optional[Mapping[str, Any]]:
        """node, tid, service."""
        row = _row(self.data.clients, client_handle)
        return row and self._of_node(row, service=row["service_name"])

    def get_node_handle_info(self, node_handle: int) -> Optional[Mapping[str, Any]]:
        """node, tid (of the thread that made it)."""
        row = _row(self.data.nodes, node_handle)
        return row and {"node": row["name"], "tid": row["tid"]}

    def get_lifecycle_node_handle_info(
            self, lifecycle_node_handle: int) -> Optional[Mapping[str, Any]]:
        """tid, lifecycle node."""
        info = self.get_node_handle_info(lifecycle_node_handle)
        return info and {"tid": info["tid"], "lifecycle node": info["node"]}

    def _of_node(self, row: Mapping[str, Any], **more: Any) -> Optional[Dict[str, Any]]:
        node = self.get_node_handle_info(row["node_handle"])
        return None if node is None else {**node, **more}

    def format_info_dict(self, info_dict: Mapping[str, Any]) -> str:
        """"name: value, name: value"."""
        return ", ".join(f"{name}: {value}" for name, value in info_dict.items())

    # Nodes and threads.

    def get_tids(self) -> List[int]:
        """The threads that made nodes."""
        return self.data.nodes["tid"].unique().tolist()

    def get_node_tid_from_name(self, node_name: str) -> Optional[int]:
        """The thread that made the node of this name (without its namespace); None if there is no
        such node. Raises ValueError if there are several."""
        tids = self.data.nodes.loc[self.data.nodes["name"] == node_name, "tid"].tolist()
        if len(tids) > 1:
            raise ValueError(f"{len(tids)} nodes are named '{node_name}'; tell them apart by their "
                             "namespaces, in data.nodes")
        return tids[0] if tids else None

    def get_node_names_from_tid(self, tid: int) -> List[str]:
        """The nodes that this thread made, without their namespaces."""
        return self.data.nodes.loc[self.data.nodes["tid"] == tid, "name"].tolist()

    # Messages.

    def get_rcl_publish_instances(self, topic_name: str):
        """A data frame of what went to other processes on a topic: publisher_handle, timestamp
        (datetime64[ns]), message. None if no publisher has the topic."""
        publishers = self.data.publishers
        of_topic = publishers.index[publishers["topic_name"] == topic_name]
        if of_topic.empty:
            return None
        instances = self.data.rcl_publish_instances
        found = instances[instances["publisher_handle"].isin(of_topic)].reset_index(drop=True)
        return self.convert_time_columns(found, [], ["timestamp"])

    def get_publish_instances(self):
        """A data frame of all that was published, in the order of time: timestamp
        (datetime64[ns]), message, layer ("rclcpp", "rcl", "rmw"), publisher_handle (0 but for
        rcl)."""
        pandas = need("pandas", "get_publish_instances()")
        frames = [getattr(self.data, f"{layer}_publish_instances").assign(layer=layer)
                  for layer in _LAYERS]
        frames = [frame if "publisher_handle" in frame else frame.assign(publisher_handle=0)
                  for frame in frames]
        found = pandas.concat(frames).sort_values("timestamp", kind="stable")
        found = found[["timestamp", "message", "layer", "publisher_handle"]].reset_index(drop=True)
        return self.convert_time_columns(found, [], ["timestamp"])

    # Managed nodes.

    def get_lifecycle_node_state_intervals(self) -> Dict[int, Any]:
        """For each managed node (its handle) a data frame of its states: state,
        start_timestamp, end_timestamp (datetime64[ns]; NaT of the last one). The first begins
        when the node was made."""
        pandas = need("pandas", "get_lifecycle_node_state_intervals()")
        found = {}
        for machine, transitions in self.data.lifecycle_transitions.groupby(
                "state_machine_handle"):
            about = _row(self.data.lifecycle_state_machines, machine)
            node = about and _row(self.data.nodes, about["node_handle"])
            if not node:
                continue  # the trace does not say whose it is
            times = pandas.Series([node["timestamp"], *transitions["timestamp"]], dtype="int64")
            begins = pandas.to_datetime(times, unit="ns")
            found[about["node_handle"]] = pandas.DataFrame({
                "state": [transitions["start_label"].iloc[0], *transitions["goal_label"]],
                "start_timestamp": begins, "end_timestamp": begins.shift(-1)})
        return found
