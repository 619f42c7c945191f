"""Recorders and players that run until they have done their work, a signal comes, or cancel()."""
import enum
import os
import signal
import threading

from rosbag2_py._ending import end_with_this_process
from rosbag2_py._options import Options, qos_as_yaml

LOOK_S = 0.05  # how often a recorder is asked whether it has failed


class ServiceRequestsSource(enum.IntEnum):
    """Of whose recorded events requests are made again."""

    SERVICE_INTROSPECTION = 0
    CLIENT_INTROSPECTION = 1


class _WithQos(Options):
    def _qos_overrides_as_yaml(self):
        return {topic: qos_as_yaml(profile)
                for topic, profile in self.topic_qos_profile_overrides.items()}


class RecordOptions(_WithQos):
    """What is recorded. Times are seconds, or have total_seconds()."""

    DEFAULTS = {
        "all_topics": False, "all_services": False, "is_discovery_disabled": False, "topics": [],
        "topic_types": [], "services": [], "exclude_topics": [], "exclude_topic_types": [],
        "exclude_service_events": [], "rmw_serialization_format": "cdr",
        "topic_polling_interval": 0.1, "regex": "", "exclude_regex": "", "node_prefix": "",
        "compression_mode": "", "compression_format": "", "compression_queue_size": 1,
        "compression_threads": 0, "compression_threads_priority": 0,
        "topic_qos_profile_overrides": {}, "include_hidden_topics": False,
        "include_unpublished_topics": False, "ignore_leaf_topics": False, "start_paused": False,
        "use_sim_time": False, "disable_keyboard_controls": False}

    def __setattr__(self, name, value):
        if name == "topic_polling_interval" and hasattr(value, "total_seconds"):
            value = value.total_seconds()
        super().__setattr__(name, value)


class PlayOptions(_WithQos):
    """What of a bag is played, and how. Times are seconds; playback_until_timestamp is in ns."""

    DEFAULTS = {
        "read_ahead_queue_size": 1000, "node_prefix": "", "rate": 1.0, "topics_to_filter": [],
        "services_to_filter": [], "regex_to_filter": "", "exclude_regex_to_filter": "",
        "exclude_topics_to_filter": [], "exclude_service_events_to_filter": [],
        "topic_qos_profile_overrides": {}, "loop": False, "topic_remapping_options": [],
        "clock_publish_frequency": 0.0, "clock_publish_on_topic_publish": False,
        "clock_topics": [], "delay": 0.0, "playback_duration": -1.0,
        "playback_until_timestamp": -1, "start_paused": False, "start_offset": 0.0,
        "disable_keyboard_controls": False, "wait_acked_timeout": -1,
        "disable_loan_message": False, "publish_service_requests": False,
        "service_requests_source": ServiceRequestsSource.SERVICE_INTROSPECTION}


class _Until:
    """Ends what runs: by a signal, where the main thread runs it, or by cancel()."""

    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __init__(self):
        self._lock = threading.Lock()
        self._running = set()

    def cancel(self):
        """End all that run."""
        with self._lock:
            for event in self._running:
                event.set()

    def run(self, work):
        """Call work with an event that is set when it is to end."""
        event = threading.Event()
        with self._lock:
            self._running.add(event)
        before = self._take_signals(event)
        try:
            return work(event)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            with self._lock:
                self._running.discard(event)

    def _take_signals(self, event):
        if threading.current_thread() is not threading.main_thread():
            return {}
        return {number: signal.signal(number, lambda *_: event.set())
                for number in self.SIGNALS}


class Recorder:
    """Records topics into a bag."""

    _until = _Until()

    def __init__(self, log_level="info"):
        import _rosbag2
        _rosbag2.set_log_level(log_level)

    def record(self, storage_options, record_options, node_name="rosbag2_recorder"):
        """Record until a signal comes, or cancel() is called.

        Raises RuntimeError if the bag cannot be made, or not be written to its end.
        """
        import _rosbag2
        end_with_this_process()
        self._until.run(lambda end: self._record(
            _rosbag2.start_recorder(storage_options, record_options, node_name), end))

    @staticmethod
    def _record(recorder, end):
        try:
            while not end.wait(LOOK_S) and not recorder.failure():
                pass
            recorder.stop()
        finally:
            recorder.end()

    @staticmethod
    def cancel():
        """End every record() of this process: the bags are completed."""
        Recorder._until.cancel()


class Player:
    """Plays bags."""

    _until = _Until()

    def __init__(self, log_level="info"):
        import _rosbag2
        _rosbag2.set_log_level(log_level)

    def play(self, storage_options, play_options):
        """Play to the bag's end, or until a signal comes, or cancel() is called.

        storage_options is that of a bag, or a list of those of several, which are played as one.
        Raises RuntimeError if a bag does not open, or cannot be read to its end.
        """
        self._run(storage_options, play_options, self._play)

    def burst(self, storage_options, play_options, num_messages):
        """Publish so many messages (0: all) as fast as it goes, then wait for the same."""
        play_options.start_paused = True
        self._run(storage_options, play_options,
                  lambda player, end: self._burst(player, end, num_messages))

    def _run(self, storage_options, play_options, work):
        import _rosbag2
        end_with_this_process()
        player = _rosbag2.open_player(storage_options, play_options, "rosbag2_player")
        try:
            self._until.run(lambda end: work(player, end))
            if player.failure():
                raise RuntimeError(player.failure())
        finally:
            player.end()

    @staticmethod
    def _play(player, end):
        player.play()
        while not end.is_set() and not player.wait_for_end(LOOK_S):
            pass
        player.stop()

    @staticmethod
    def _burst(player, end, num_messages):
        player.play()
        worker = threading.Thread(target=player.burst, args=(num_messages,))
        worker.start()
        while not end.wait(LOOK_S):
            pass
        player.stop()
        worker.join()

    @staticmethod
    def cancel():
        """End every play() and burst() of this process."""
        Player._until.cancel()


def _begin_anew():
    """In a child of fork(): what runs is its parent's, and so are the threads that hold locks."""
    for each in Recorder, Player:
        each._until = _Until()


os.register_at_fork(after_in_child=_begin_anew)
