"""A waitable of a user, run by an executor."""
import rclpy
from rclpy import _rclpy_pybind11 as inner
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.waitable import NumberOfEntities, Waitable


class Bell(Waitable):
    def __init__(self, node):
        super().__init__(ReentrantCallbackGroup())
        self.rung = 0
        self.is_rung = False
        with node.context.handle:
            self.guard = inner.GuardCondition(node.context.handle)

    def is_ready(self, wait_set):
        self.is_rung = self.is_rung or wait_set.is_ready("guard_condition", self.index)
        return self.is_rung

    def take_data(self):
        self.is_rung = False
        return "data"

    async def execute(self, taken_data):
        print("rung", taken_data)
        self.rung += 1

    def get_num_entities(self):
        return NumberOfEntities(num_gcs=1)

    def add_to_wait_set(self, wait_set):
        self.index = wait_set.add_guard_condition(self.guard)


rclpy.init(args=[])
node = rclpy.create_node("waitables")
bell = Bell(node)
node.add_waitable(bell)
print(bell in list(node.waitables))
executor = SingleThreadedExecutor()
executor.add_node(node)
for expected in (1, 2):
    bell.guard.trigger_guard_condition()
    for _ in range(100):
        if bell.rung >= expected:
            break
        executor.spin_once(timeout_sec=0.1)
print(bell.rung)
future = rclpy.Future()
bell.add_future(future)
bell.remove_future(future)
node.remove_waitable(bell)
print(bell in list(node.waitables))
count = NumberOfEntities(num_subs=1, num_gcs=2, num_timers=3) + NumberOfEntities(
    num_clients=4, num_services=5, num_events=6)
print(count.num_subscriptions, count.num_guard_conditions, count.num_timers, count.num_clients,
      count.num_services, count.num_events)
node.destroy_node()
rclpy.shutdown()
