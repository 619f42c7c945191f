"""What a bag holds."""
import _rosbag2


class Info:
    """Reads and prints it. What fails is a RuntimeError that names the path and the remedy."""

    def read_metadata(self, uri, storage_id=""):
        """Give the BagMetadata: what metadata.yaml says, or the files where it is missing."""
        return _rosbag2.read_metadata(uri, storage_id)

    def get_sorting_methods(self):
        """Give the words that topics can be sorted by."""
        return set(_rosbag2.sort_words())

    def print_output(self, metadata, sorting_method="name"):
        """Print all of it."""
        print(_rosbag2.info_text(metadata, sorting_method))

    def print_output_topic_name_only(self, metadata, sorting_method="name"):
        """Print the names of topics, without those of services' events."""
        for name in _rosbag2.topic_names(metadata, sorting_method):
            print(name)

    def verbose_text(self, uri, metadata, sorting_method="name", sizes=False, progress=None):
        """Give all of it, with requests and responses of services; with sizes, of all topics.

        progress is called now and then with how many messages are read, and of how many.
        """
        return _rosbag2.verbose_info_text(metadata, uri, sorting_method, sizes,
                                          progress or (lambda done, every: None))

    def print_output_verbose(self, uri, metadata, sorting_method="name"):
        """Print all of it, with requests and responses of services."""
        print(self.verbose_text(uri, metadata, sorting_method))

    def read_metadata_and_output_service_verbose(self, uri, storage_id=""):
        """Print all of it, with requests and responses of services."""
        self.print_output_verbose(uri, self.read_metadata(uri, storage_id))
