"""Which arguments a description declares."""


def find_launch_arguments(entities, conditional_inclusion=False):
    """Give (DeclareLaunchArgument, the includes that lead to it) of entities, in depth."""
    found = {}
    _search(entities, conditional_inclusion, [], found, ())
    return list(found.values())


def _search(entities, conditional, includes, found, open_ones):
    """Search in entities; what includes itself, one of 'open_ones', is searched once."""
    from launch.actions import DeclareLaunchArgument
    for entity in entities:
        if isinstance(entity, DeclareLaunchArgument):
            entity._conditionally_included = conditional or entity.condition is not None
            found.setdefault(entity.name, (entity, list(includes)))
        elif _is_known_include(entity):
            source = entity.launch_description_source
            key = source.key_without_context()
            description = None if key in open_ones else \
                source.try_get_launch_description_without_context()
            if description is not None:
                _search(description.entities, conditional or entity.condition is not None,
                        [*includes, entity], found, (*open_ones, key))
        else:
            _search_in(entity, conditional, includes, found, open_ones)


def _is_known_include(entity):
    from launch.actions import IncludeLaunchDescription
    return isinstance(entity, IncludeLaunchDescription)


def _search_in(entity, conditional, includes, found, open_ones):
    if hasattr(entity, "describe_sub_entities"):
        _search(entity.describe_sub_entities(), conditional, includes, found, open_ones)
    if hasattr(entity, "describe_conditional_sub_entities"):
        for _, entities in entity.describe_conditional_sub_entities():
            _search(entities, True, includes, found, open_ones)
