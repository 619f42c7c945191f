"""Says of each mutex of the standard library why it has no place in the order of locks.

usage: locks_test.py <root of the project>

Locks of the core are ranvier::Mutex, and src/ranvier/os/lock_order.cc ranks them by their
names. A mutex of the standard library is in no order. So each of production has a row here,
with its reason, and a new one needs a row, or to be a ranvier::Mutex. A ranvier::Mutex without
a place in the list ends a debug build, where it is first taken: each name is looked for here.
"""
import pathlib
import re
import sys

REASONS = {
    "leaf": "nothing is locked under it but what allocates",
    "waits": "a std::condition_variable waits with it, and nothing is locked under it",
    "users": "code of users, or of sinks, runs under it and may lock anything, of other objects "
             "of its kind too: no order could hold",
    "fork": "a child of fork() releases it, which a Mutex, owned by a thread, cannot be; what "
            "is locked under it are the other locks of recording, or one engine's",
    "below": "its room lies below os, where Mutex is; nothing is locked under it but its own kind",
    "outer": "it is taken before locks of the core, and nothing of the core is held where it is "
             "asked for: the core calls the api in works and listeners alone",
}
MUTEXES = {
    "src/ranvier/base/block_pool.h": {"growing_": "below"},
    "src/ranvier/base/near_heap.cc": {"mutex_": "below"},
    "src/ranvier/os/signals.cc": {"mutex": "waits"},
    "src/ranvier/trace/lttng.cc": {"mutex": "fork"},
    "src/ranvier/trace/member.cc": {"mutex": "fork"},
    "src/ranvier/trace/past.cc": {"mutex": "fork"},
    "src/ranvier/trace/recorder.cc": {"draining_": "leaf", "mutex": "fork"},
    "src/ranvier/run/after_locks.cc": {"making": "leaf", "mutex_": "waits"},
    "src/ranvier/run/watched.cc": {"mutex": "fork"},
    "src/ranvier/run/ready_listeners.cc": {"mutex": "users"},
    "src/ranvier/cyclone/endpoints/delivery.h": {"mutex_": "waits"},
    "src/ranvier/cyclone/worker.h": {"mutex_": "waits"},
    "src/ranvier/node/clock.h": {"jumping_": "users", "jumps_": "waits", "sleep_": "waits"},
    "src/ranvier/node/log.cc": {"mutex_": "leaf", "mutex_ (shared)": "users"},
    "src/ranvier/node/log_output.h": {"mutex_": "leaf"},
    "src/ranvier/node/settled_graph.cc": {"mutex_": "waits"},
    "src/ranvier/proto/param/store.h": {"mutex_": "users"},
    "src/ranvier/proto/describe/rosout.cc": {"mutex_ (shared)": "leaf"},
    "src/ranvier/proto/describe/types.cc": {"mutex_": "leaf"},
    "src/ranvier/proto/time/clock_timer.h": {"mutex_": "leaf"},
    "src/bag/storage/background.h": {"mutex_": "waits"},
    "src/bag/storage/mcap_loader.h": {"mutex_": "waits"},
    "api/rosbag2_transport/src/recorder_impl.hpp": {"mutex_": "outer", "stopping_": "outer"},
    "api/rosbag2_transport/src/before_shutdown.hpp": {"mutex": "outer"},
    "python/rosbag2_extension/ending.cc": {"making": "outer", "mutex": "outer"},
    "python/rosbag2_extension/module.cc": {"ending": "outer"},
    "api/rosbag2_transport/src/player_impl.hpp":
        {"mutex_": "waits", "threading_": "outer", "calling_": "users"},
    "api/rosbag2_transport/src/peer_types.hpp": {"mutex_": "outer"},
    "api/rosbag2_transport/src/played_requests.hpp": {"mutex_": "leaf"},
    "api/rosbag2_transport/src/foreign_type.cc": {"mutex": "leaf"},
    "python/extension/signals.cc": {"mutex": "leaf"},
    "api/class_loader/src/class_loader_core.cc": {"mutex": "users"},
    "api/rosbag2_cpp/include/rosbag2_cpp/writer.hpp": {"mutex_": "users"},
    "api/class_loader/src/multi_library_class_loader.cc": {"mutex": "users"},
    "api/libstatistics_collector/include/libstatistics_collector/collector/collector.hpp":
        {"mutex_": "users"},
    "api/libstatistics_collector/include/libstatistics_collector/moving_average_statistics/"
    "moving_average.hpp": {"mutex_": "leaf"},
    "api/rosidl_typesupport_introspection_cpp/src/members.cc": {"mutex_": "leaf"},
    "api/rclcpp_action/include/rclcpp_action/client_goal_handle.hpp": {"mutex_": "leaf"},
    "api/rclcpp_lifecycle/include/rclcpp_lifecycle/state.hpp": {"mutex_": "leaf"},
    "api/rclcpp_lifecycle/src/lifecycle_node.cc": {"mutex": "leaf"},
    "api/rclcpp/include/rclcpp/executors/executor_notify_waitable.hpp": {"mutex_": "outer"},
    "api/rclcpp/include/rclcpp/experimental/buffers/ring_buffer_implementation.hpp":
        {"mutex_": "leaf"},
    "api/rclcpp/include/rclcpp/experimental/executors/events_executor/events_queue.hpp":
        {"mutex_": "waits"},
    "api/rclcpp/include/rclcpp/node_interfaces/node_waitables.hpp": {"mutex_": "leaf"},
    "api/rclcpp/include/rclcpp/strategies/message_pool_memory_strategy.hpp": {"mutex": "leaf"},
    "api/rclcpp/src/core/context.cc": {"mutex": "outer", "sleep_mutex": "waits",
                                       "sub_mutex": "users"},
    "api/rclcpp/src/core/outside_of_locks.hpp": {"mutex": "users"},
    "api/rclcpp/src/endpoints/client_handle.cc": {"mutex": "outer"},
    "api/rclcpp/src/endpoints/endpoint_events.cc": {"making": "leaf"},
    "api/rclcpp/src/endpoints/service.cc": {"opening_": "outer"},
    "api/rclcpp/src/executors/callback_group.cc": {"mutex": "outer"},
    "api/rclcpp/src/executors/executor_entities_collector.cc": {"mutex": "outer"},
    "api/rclcpp/src/executors/executor_impl.hpp": {"mutex": "outer"},
    "api/rclcpp/src/executors/timers_manager.cc": {"mutex": "outer"},
    "api/rclcpp/src/node/graph_questions.cc": {"mutex": "leaf"},
    "api/rclcpp/src/node/node_base.cc": {"mutex": "outer"},
    "api/rclcpp/src/params/parameter_events.cc": {"mutex": "users"},
    "api/rclcpp/src/time/clock.cc": {"mutex": "users"},
    "api/rclcpp/src/time/clock_sleep.cc": {"mutex": "users"},
    "api/rclcpp/src/time/timer_core.hpp": {"mutex_": "users"},
    "api/rclcpp/src/waiting/graph_waits.cc": {"mutex": "outer"},
    "api/rclcpp/src/waiting/graph_waits.hpp": {"mutex_": "outer"},
    "api/rclcpp/src/waiting/guard_state.hpp": {"mutex_": "users"},
    "api/rclcpp/src/waiting/wait_set.cc": {"mutex": "outer"},
    "api/rclcpp/src/waiting/waitable_work.hpp": {"mutex_": "leaf"},
}
DECLARED = re.compile(
    r"^[^/\n]*\bstd::(recursive_|shared_|timed_)?mutex[>&]* (?:& )?(\w+)\s*(?:\{\}|=.*)?;", re.M)

NAMED = re.compile(r'\bMutex \w+\{"([^"]+)"\}')


def sources(root):
    """Those of production."""
    for top in ("src", "api", "apps", "python"):
        for path in sorted((root / top).rglob("*")):
            if (path.suffix in {".h", ".hpp", ".cc"}
                    and not path.stem.endswith(("_test", "_testing", "_bench"))):
                yield path


def without_a_place(root):
    """Names of locks that the list of lock_order.cc does not have."""
    order = (root / "src/ranvier/os/lock_order.cc").read_text()
    listed = set(re.findall(r'"([^"]+)"', order[order.index("kOrder{"):order.index("};")]))
    return [f"{path.relative_to(root)}: the lock '{name}' has no place in lock_order.cc"
            for path in sources(root) for name in NAMED.findall(path.read_text())
            if name not in listed]


def declared(root):
    """{file: names of its mutexes} of production."""
    found = {}
    for path in sources(root):
        names = {name + (" (shared)" if kind == "shared_" else "")
                 for kind, name in DECLARED.findall(path.read_text())}
        if names:
            found[str(path.relative_to(root))] = names
    return found


def main():
    there = declared(pathlib.Path(sys.argv[1]))
    rows = [(path, name) for path in MUTEXES for name in MUTEXES[path]]
    complaints = [
        f"{path}: mutex '{name}' has no row in tests/house/locks_test.py. Make it a ranvier::Mutex "
        f"with a place in lock_order.cc, or say why it needs none"
        for path in there for name in sorted(there[path]) if name not in MUTEXES.get(path, {})]
    complaints += [f"{path}: there is no mutex '{name}' any more. Take out its row"
                   for path, name in rows if name not in there.get(path, ())]
    complaints += [f"{path}: '{reason}' is no reason" for path in MUTEXES
                   for reason in MUTEXES[path].values() if reason not in REASONS]
    complaints += without_a_place(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints))
    return 1 if complaints or not there else 0


sys.exit(main())
