"""Profiles of QoS from YAML, for verbs that take them from a file."""


def dict_to_duration(time_dict):
    """Give a Duration of rclpy for {sec, nsec}; without a map, one of 0.

    Raises ValueError for a map that lacks one of them, or has one below 0.
    """
    from rclpy.duration import Duration
    if not time_dict:
        return Duration()
    try:
        seconds, rest = int(time_dict["sec"]), int(time_dict["nsec"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("Time overrides must include both seconds (sec) and nanoseconds (nsec): "
                         f"{time_dict}") from error
    if seconds < 0 or rest < 0:
        raise ValueError("Time duration may not be a negative value.")
    return Duration(seconds=seconds, nanoseconds=rest)


def _policies():
    from rclpy import qos
    return {"history": qos.HistoryPolicy, "reliability": qos.ReliabilityPolicy,
            "durability": qos.DurabilityPolicy, "liveliness": qos.LivelinessPolicy}


def interpret_dict_as_qos_profile(qos_profile_dict):
    """Give a QoSProfile of rclpy for a map of its policies; names of policies in any case.

    Raises ValueError for a key or a value that there is not.
    """
    from rclpy.qos import QoSProfile
    policies, values = _policies(), {}
    for key, value in qos_profile_dict.items():
        if key in policies:
            try:
                values[key] = policies[key][str(value).upper()]
            except KeyError as error:
                raise ValueError(f"'{value}' is no policy for '{key}'. Give one of "
                                 + ", ".join(each.name.lower() for each in policies[key])
                                 ) from error
        elif key in ("deadline", "lifespan", "liveliness_lease_duration"):
            values[key] = dict_to_duration(value)
        elif key == "depth":
            if int(value) < 0:
                raise ValueError("'depth' may not be a negative value.")
            values[key] = int(value)
        elif key == "avoid_ros_namespace_conventions":
            if not isinstance(value, bool):
                raise ValueError(f"'{key}' is '{value}': give true or false")
            values[key] = value
        else:
            raise ValueError(f"Unexpected key '{key}' for QoS profile.")
    return QoSProfile(**values)


def convert_yaml_to_qos_profile(qos_profile_dict):
    """Give a map of topics to QoSProfile for one of topics to maps of policies."""
    return {topic: interpret_dict_as_qos_profile(policies)
            for topic, policies in qos_profile_dict.items()}
