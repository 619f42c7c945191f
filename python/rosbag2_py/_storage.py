"""Where a bag lies, and how its files are written."""
from rosbag2_py._options import Options


class StorageOptions(Options):
    """The folder of a bag, its storage and its bounds; all but the first are optional."""

    DEFAULTS = {
        "uri": "", "storage_id": "", "max_bagfile_size": 0, "max_bagfile_duration": 0,
        "max_cache_size": 0, "storage_preset_profile": "", "storage_config_uri": "",
        "snapshot_mode": False, "start_time_ns": -1, "end_time_ns": -1, "custom_data": {}}

    def __init__(self, uri, storage_id="", *values, **named):
        names = list(self.DEFAULTS)[2:]
        if len(values) > len(names):
            raise TypeError(f"StorageOptions() takes at most {len(self.DEFAULTS)} arguments")
        super().__init__(uri=uri, storage_id=storage_id, **dict(zip(names, values)), **named)
