"""Events of QoS, with what they carry."""
import rclpy
from rclpy.duration import Duration
from rclpy.event_handler import (
    EventHandler, PublisherEventCallbacks, QoSLivelinessChangedInfo, QoSLivelinessLostInfo,
    QoSOfferedDeadlineMissedInfo, QoSOfferedIncompatibleQoSInfo, QoSPublisherMatchedInfo,
    QoSRequestedDeadlineMissedInfo, QoSRequestedIncompatibleQoSInfo, QoSSubscriptionMatchedInfo,
    SubscriptionEventCallbacks, UnsupportedEventTypeError)
from rclpy.qos import (
    LivelinessPolicy, QoSPolicyKind, QoSProfile, ReliabilityPolicy, qos_policy_name_from_kind)
from std_msgs.msg import String
from support import spin_until

rclpy.init(args=[])
node = rclpy.create_node("events")
got = {}


def keep(name):
    return lambda info: got.setdefault(name, []).append(info)


def callbacks(kind, *names):
    return kind(**{name: keep(f"{kind.__name__}.{name}") for name in names},
                use_default_callbacks=False)


strict = QoSProfile(depth=1, deadline=Duration(nanoseconds=50_000_000),
                    liveliness=LivelinessPolicy.MANUAL_BY_TOPIC,
                    liveliness_lease_duration=Duration(nanoseconds=100_000_000))
publisher = node.create_publisher(String, "strict", strict, event_callbacks=callbacks(
    PublisherEventCallbacks, "deadline", "liveliness", "incompatible_qos", "matched"))
subscription = node.create_subscription(
    String, "strict", lambda message: None, strict, event_callbacks=callbacks(
        SubscriptionEventCallbacks, "deadline", "liveliness", "incompatible_qos", "matched"))
print(all(isinstance(one, EventHandler) for one in publisher.event_handlers),
      len(list(publisher.event_handlers)), len(list(subscription.event_handlers)))
publisher.assert_liveliness()
publisher.publish(String())
wanted = ["PublisherEventCallbacks.deadline", "PublisherEventCallbacks.liveliness",
          "PublisherEventCallbacks.matched", "SubscriptionEventCallbacks.deadline",
          "SubscriptionEventCallbacks.liveliness", "SubscriptionEventCallbacks.matched"]
lives = got.setdefault("SubscriptionEventCallbacks.liveliness", [])
print(spin_until(lambda: all(got.get(name) for name in wanted) and lives[-1].not_alive_count,
                 node))
first = {name: got[name][0] for name in wanted}
for name in ("PublisherEventCallbacks.deadline", "SubscriptionEventCallbacks.deadline",
             "PublisherEventCallbacks.liveliness"):
    print(name, first[name].total_count > 0, first[name].total_count_change > 0)
for name in ("PublisherEventCallbacks.matched", "SubscriptionEventCallbacks.matched"):
    info = first[name]
    print(name, info.total_count, info.total_count_change, info.current_count,
          info.current_count_change)
# Alive, then not: on a machine that is late, one event tells both.
print(lives[-1].alive_count, lives[-1].not_alive_count,
      sum(info.alive_count_change for info in lives),
      sum(info.not_alive_count_change for info in lives))
print(isinstance(first["PublisherEventCallbacks.deadline"], QoSOfferedDeadlineMissedInfo),
      isinstance(first["SubscriptionEventCallbacks.deadline"], QoSRequestedDeadlineMissedInfo),
      isinstance(first["PublisherEventCallbacks.liveliness"], QoSLivelinessLostInfo),
      isinstance(first["SubscriptionEventCallbacks.liveliness"], QoSLivelinessChangedInfo),
      isinstance(first["PublisherEventCallbacks.matched"], QoSPublisherMatchedInfo),
      isinstance(first["SubscriptionEventCallbacks.matched"], QoSSubscriptionMatchedInfo))

loose = node.create_publisher(
    String, "loose", QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT),
    event_callbacks=callbacks(PublisherEventCallbacks, "incompatible_qos"))
wants = node.create_subscription(
    String, "loose", lambda message: None, QoSProfile(depth=1), event_callbacks=callbacks(
        SubscriptionEventCallbacks, "incompatible_qos"))
names = ["PublisherEventCallbacks.incompatible_qos", "SubscriptionEventCallbacks.incompatible_qos"]
print(spin_until(lambda: all(name in got for name in names), node))
for name, kind in zip(names, (QoSOfferedIncompatibleQoSInfo, QoSRequestedIncompatibleQoSInfo)):
    info = got[name][0]
    print(isinstance(info, kind), info.total_count, info.total_count_change,
          qos_policy_name_from_kind(info.last_policy_kind),
          QoSPolicyKind(info.last_policy_kind) == QoSPolicyKind.RELIABILITY)
print(UnsupportedEventTypeError.__name__)
for handler in loose.event_handlers:
    handler.destroy()
node.destroy_publisher(loose)
node.destroy_subscription(wants)
node.destroy_node()
rclpy.shutdown()
