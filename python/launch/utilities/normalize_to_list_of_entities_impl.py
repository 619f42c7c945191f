"""Entities, however they are given, as a list."""
from launch.launch_description_entity import LaunchDescriptionEntity


def normalize_to_list_of_entities(entities):
    """Give a flat list of an entity, or of an iterable of them."""
    if isinstance(entities, LaunchDescriptionEntity):
        return [entities]
    flat = []
    for entity in entities:
        if isinstance(entity, LaunchDescriptionEntity):
            flat.append(entity)
        elif isinstance(entity, (list, tuple)):
            flat += normalize_to_list_of_entities(entity)
        else:
            raise TypeError(
                f"{entity!r} of type '{type(entity).__name__}' is not a launch entity: give an "
                "action or a launch description")
    return flat
