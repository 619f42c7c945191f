"""`ros2 security list_keys`."""
from ros2security import api
from ros2security.verb.list_enclaves import ListEnclavesVerb


class ListKeysVerb(ListEnclavesVerb):
    """Do what `list_enclaves` does, of which this is the old name."""

    def main(self, *, args):
        api.warn_of_old_name("list_keys", "list_enclaves")
        return super().main(args=args)
