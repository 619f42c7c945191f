"""Whether two QoS profiles keep a publisher and a subscription apart, and why."""
from rclpy.qos import DurabilityPolicy, LivelinessPolicy, ReliabilityPolicy

_OK, _WARNING, _ERROR = range(3)


class _Verdict:
    def __init__(self):
        self.level = _OK
        self.errors = ""
        self.warnings = ""

    def error(self, text):
        self.level = _ERROR
        self.errors += f"ERROR: {text};"

    def warn(self, text):
        self.level = max(self.level, _WARNING)
        self.warnings += f"WARNING: {text};"


def _name(value):
    """Give the name of a policy that says nothing, None for one that does."""
    if value.name in ("SYSTEM_DEFAULT", "UNKNOWN"):
        return value.name.lower()
    return None


# For each policy: its kind, what offers least and what asks most with the words for each, how
# both are called when neither says anything. The third word is as ROS 2 spells it.
_CHOICES = (
    ("reliability", ReliabilityPolicy.BEST_EFFORT, "Best effort publisher",
     ReliabilityPolicy.RELIABLE, "reliable subscription", "reliability"),
    ("durability", DurabilityPolicy.VOLATILE, "Volatile publisher",
     DurabilityPolicy.TRANSIENT_LOCAL, "transient local subscription", "durabilty"))


def _check_choices(offered, asked, verdict):
    for policy, least, least_words, most, most_words, spelt in _CHOICES:
        pub, sub = getattr(offered, policy), getattr(asked, policy)
        if pub == least and sub == most:
            verdict.error(f"{least_words} and {most_words}")
        elif pub == least and _name(sub):
            verdict.warn(f"{least_words}, but subscription is {_name(sub)}")
        elif sub == most and _name(pub):
            verdict.warn(f"{most_words.capitalize()}, but publisher is {_name(pub)}")
        elif _name(pub) and _name(sub):
            verdict.warn(f"Publisher {spelt} is {_name(pub)} and subscription {policy} is "
                         f"{_name(sub)}")


def _check_duration(offered, asked, words, short, verdict):
    if asked.nanoseconds == 0:
        return
    if offered.nanoseconds == 0:
        verdict.error(f"Subscription has a {words}, but publisher does not")
    elif asked.nanoseconds < offered.nanoseconds:
        verdict.error(f"Subscription {words} is less than publisher{short}")


def _check_liveliness(pub, sub, verdict):
    automatic, manual = LivelinessPolicy.AUTOMATIC, LivelinessPolicy.MANUAL_BY_TOPIC
    if pub == automatic and sub == manual:
        verdict.error(
            "Publisher's liveliness is automatic and subscription's is manual by topic")
    elif pub == automatic and _name(sub):
        verdict.warn("Publisher's liveliness is automatic, but subscription's is "
                     f"{_name(sub)}")
    elif sub == manual and _name(pub):
        verdict.warn("Subscription's liveliness is manual by topic, but publisher's is "
                     f"{_name(pub)}")
    elif _name(pub) and _name(sub):
        verdict.warn(f"Publisher liveliness is {_name(pub)} and subscription liveliness is "
                     f"{_name(sub)}")


def check(offered, asked):
    """Give 0, 1 or 2 (it can match, it may not, it does not) and the reasons."""
    verdict = _Verdict()
    _check_choices(offered, asked, verdict)
    _check_duration(offered.deadline, asked.deadline, "deadline", " deadline", verdict)
    _check_liveliness(offered.liveliness, asked.liveliness, verdict)
    _check_duration(offered.liveliness_lease_duration, asked.liveliness_lease_duration,
                    "liveliness lease duration", "", verdict)
    return verdict.level, verdict.errors or verdict.warnings
