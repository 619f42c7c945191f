"""Actions that are done later, by the time of ROS."""
from launch.actions import TimerAction
from launch.frontend import expose_action
from launch_ros.ros_adapters import get_ros_node


@expose_action("ros_timer")
class ROSTimer(TimerAction):
    """Visits actions when a time is over, by the clock of ROS: simulated time, if it is used."""

    def __init__(self, *, period, actions, **kwargs):
        super().__init__(period=period, actions=actions, **kwargs)
        self.__timers = []
        self.__node = None

    def _start(self, context, seconds, fire):
        from rclpy.parameter import Parameter
        self.__node = get_ros_node(context)
        for one in context.launch_configurations.get("global_params", []):
            if isinstance(one, tuple) and one[0] == "use_sim_time":
                self.__node.set_parameters([Parameter("use_sim_time", value=bool(one[1]))])
        loop = context.asyncio_loop

        def over():
            timer.cancel()
            loop.call_soon_threadsafe(fire)
        timer = self.__node.create_timer(seconds, over, clock=self.__node.get_clock())
        self.__timers.append(timer)

    def _stop(self):
        for timer in self.__timers:
            timer.cancel()


RosTimer = ROSTimer
