"""Classes of options: attributes with defaults, and a constructor that takes them in that order."""


class Options:
    """What derives from it has its attributes and their defaults in DEFAULTS.

    An unknown name is a TypeError, in the constructor as well as when it is set.
    """

    DEFAULTS = {}

    def __init__(self, *in_order, **values):
        names = list(self.DEFAULTS)
        if len(in_order) > len(names):
            raise TypeError(f"{type(self).__name__}() takes at most {len(names)} arguments")
        for name in names[:len(in_order)]:
            if name in values:
                raise TypeError(f"{type(self).__name__}() got two values for '{name}'")
        values.update(zip(names, in_order))
        for name, preset in self.DEFAULTS.items():
            copied = type(preset)(preset) if isinstance(preset, (list, dict)) else preset
            object.__setattr__(self, name, copied)
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        if name not in self.DEFAULTS:
            raise AttributeError(f"{type(self).__name__} has no option '{name}'. Its options: "
                                 + ", ".join(sorted(self.DEFAULTS)))
        object.__setattr__(self, name, value)

    def __repr__(self):
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.DEFAULTS)
        return f"{type(self).__name__}({values})"


def qos_as_yaml(profile):
    """Give a profile of rclpy as a bag holds it: a list of one, in YAML."""
    lines = [f"- history: {int(profile.history)}", f"  depth: {profile.depth}"]
    for name in ("reliability", "durability", "liveliness"):
        lines.append(f"  {name}: {int(getattr(profile, name))}")
    for name in ("deadline", "lifespan", "liveliness_lease_duration"):
        seconds, rest = divmod(getattr(profile, name).nanoseconds, 1_000_000_000)
        lines.append(f"  {name}: {{sec: {seconds}, nsec: {rest}}}")
    convention = str(bool(profile.avoid_ros_namespace_conventions)).lower()
    lines.append(f"  avoid_ros_namespace_conventions: {convention}")
    return "\n".join(lines) + "\n"
