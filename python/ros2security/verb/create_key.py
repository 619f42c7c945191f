"""`ros2 security create_key`."""
from ros2security import api
from ros2security.verb.create_enclave import CreateEnclaveVerb


class CreateKeyVerb(CreateEnclaveVerb):
    """Do what `create_enclave` does, of which this is the old name."""

    def main(self, *, args):
        api.warn_of_old_name("create_key", "create_enclave")
        return super().main(args=args)
