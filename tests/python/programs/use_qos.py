"""Profiles, presets, policies, and what matches what."""
import warnings

from rclpy.duration import Duration
from rclpy.qos import (
    DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSPolicyKind, QoSPresetProfiles,
    QoSProfile, ReliabilityPolicy, qos_check_compatible, qos_policy_name_from_kind)
from support import show

import rclpy.qos

warnings.simplefilter("ignore")
for kwargs in ({}, {"history": 1}, {"depth": 5}, {"depth": -5}, {"depth": "a"},
               {"depth": 5, "foo": 1}, {"depth": 5, "reliability": "x"},
               {"depth": 5, "reliability": 1}, {"history": HistoryPolicy.KEEP_ALL},
               {"depth": 0}, {"depth": 5, "lifespan": 3},
               {"depth": 5, "avoid_ros_namespace_conventions": 3}):
    show(lambda: QoSProfile(**kwargs))
for name in QoSPresetProfiles.short_keys():
    print(name, QoSPresetProfiles.get_from_short_key(name))
for kind in (HistoryPolicy, ReliabilityPolicy, DurabilityPolicy, LivelinessPolicy):
    print(list(kind), kind.short_keys(), kind.get_from_short_key("system_default"))
print([qos_policy_name_from_kind(kind) for kind in QoSPolicyKind], qos_policy_name_from_kind(8))


def profile(**kwargs):
    return QoSProfile(depth=1, **kwargs)


second, best = Duration(seconds=1), ReliabilityPolicy.BEST_EFFORT
manual, kept = LivelinessPolicy.MANUAL_BY_TOPIC, DurabilityPolicy.TRANSIENT_LOCAL
default = rclpy.qos.qos_profile_system_default
for pair in (
        (profile(), profile()),
        (profile(reliability=best, deadline=Duration(seconds=2)),
         profile(durability=kept, deadline=second)),
        (profile(), profile(deadline=second)),
        (profile(), profile(liveliness=manual, liveliness_lease_duration=second)),
        (profile(liveliness=LivelinessPolicy.AUTOMATIC), profile(liveliness=manual)),
        (profile(liveliness=LivelinessPolicy.AUTOMATIC), profile()),
        (profile(liveliness_lease_duration=Duration(seconds=2)),
         profile(liveliness_lease_duration=second)),
        (default, profile()), (profile(), default), (default, default),
        (profile(reliability=best), default),
        (default, profile(durability=kept, liveliness=manual)),
        (rclpy.qos.qos_profile_best_available, profile()),
        (profile(), rclpy.qos.qos_profile_best_available)):
    print(qos_check_compatible(*pair))
print(profile() == profile(), profile() == QoSProfile(depth=2), profile() != 3)
print(QoSProfile(depth=1, history=HistoryPolicy.RMW_QOS_POLICY_HISTORY_KEEP_ALL).history)
