"""Entities by what they show of themselves: handles, attributes, ends."""
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.client import Client
from rclpy.context import Context
from rclpy.guard_condition import GuardCondition
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.timer import Rate, Timer
from rclpy.utilities import (
    get_available_rmw_implementations, get_default_context, get_rmw_implementation_identifier,
    timeout_sec_to_nsec)
from std_msgs.msg import String
from std_srvs.srv import Trigger
from support import kind, show

rclpy.init(args=[])
node = rclpy.create_node("handles")
group = ReentrantCallbackGroup()
publisher = node.create_publisher(String, "words", QoSProfile(depth=3), callback_group=group)
subscription = node.create_subscription(String, "words", print, 3, callback_group=group)
client = node.create_client(Trigger, "ask", callback_group=group)
service = node.create_service(Trigger, "ask", print, callback_group=group)
timer = node.create_timer(1.5, print, group)
guard = node.create_guard_condition(print, group)
for entity, expected in ((publisher, Publisher), (subscription, Subscription), (client, Client),
                         (service, Service), (timer, Timer), (guard, GuardCondition)):
    print(isinstance(entity, expected), entity.handle is not None)
print(publisher.topic, publisher.topic_name, publisher.msg_type, publisher.qos_profile.depth,
      len(list(publisher.event_handlers)))
print(subscription.topic, subscription.topic_name, subscription.raw, subscription.msg_type,
      subscription.qos_profile.depth, subscription.callback is print,
      subscription.callback_group is group, len(list(subscription.event_handlers)))
print(client.srv_name, client.service_name, client.srv_type, client.qos_profile.depth,
      client.callback_group is group, client.context is node.context)
print(service.srv_name, service.service_name, service.srv_type, service.qos_profile.depth,
      service.callback is print, service.callback_group is group)
print(timer.timer_period_ns, timer.is_canceled(), timer.is_ready(), timer.callback is print,
      timer.callback_group is group, timer.clock is not None)
print(len(list(node.publishers)) >= 1, len(list(node.subscriptions)), len(list(node.clients)),
      [one.srv_name for one in node.services if one.srv_name == "ask"], len(list(node.timers)),
      len(list(node.guards)))
show(lambda: setattr(node, "handle", None))
print(Context is rclpy.Context, get_default_context() is node.context, node.context.ok(),
      node.context.get_domain_id() >= 0, node.context.handle is not None)
print(timeout_sec_to_nsec(None), timeout_sec_to_nsec(1.5), timeout_sec_to_nsec(0),
      timeout_sec_to_nsec(-1))
print(isinstance(get_rmw_implementation_identifier(), str),
      rclpy.get_rmw_implementation_identifier() == get_rmw_implementation_identifier(),
      callable(get_available_rmw_implementations))
with publisher.handle, subscription.handle:
    print("inside")
rate = node.create_rate(10)
print(isinstance(rate, Rate))
rate.destroy()
for entity in (publisher, subscription, client, service, timer, guard):
    entity.destroy()
kind(lambda: publisher.publish(String()))
kind(lambda: subscription.topic_name)
kind(lambda: client.call_async(Trigger.Request()))
kind(timer.is_ready)
kind(guard.trigger)
node.destroy_node()
own = Context()
own.init(args=[], domain_id=3)
print(own.ok(), own.get_domain_id())
own.on_shutdown(lambda: print("ends"))
own.shutdown()
own.try_shutdown()
kind(own.shutdown)
own.destroy()
show(lambda: Context().init(args=[], domain_id=-2))
rclpy.shutdown()
