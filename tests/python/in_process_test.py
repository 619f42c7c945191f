"""Messages between ends of one process: objects, or bytes for who takes those."""
import pathlib
import sys
import unittest

import _ranvier
import rclpy
import rclpy.serialization
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.subscription_content_filter_options import ContentFilterOptions
from sensor_msgs.msg import Image

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import RclpyTest, setUpModule, tearDownModule  # noqa: E402, F401

LARGE = 1 << 16  # bytes; arrays of them are not copied


class OneProcessTest(RclpyTest):
    """A message between Python and Python goes as an object; whoever else hears, gets bytes."""

    def setUp(self):
        super().setUp()
        self.spinner = self.executor()
        self.publisher = self.node.create_publisher(Image, "images", 10)
        self.encoded = _ranvier.encodings()

    def encodings(self):
        before, self.encoded = self.encoded, _ranvier.encodings()
        return self.encoded - before

    def listen(self, got, **kwargs):
        matched = self.publisher.get_subscription_count()
        subscription = self.node.create_subscription(
            Image, "images", got if callable(got) else got.append, 10, **kwargs)
        self.spin_until(lambda: self.publisher.get_subscription_count() > matched, self.spinner)
        return subscription

    def image(self, width=1):
        return Image(width=width, encoding="x", data=bytes(LARGE))

    def test_what_nobody_hears_is_checked_and_not_encoded(self):
        self.publisher.publish(self.image())
        wrong = self.image()
        wrong._width = -1
        with self.assertRaisesRegex(OverflowError, "'width' field of sensor_msgs/msg/Image"):
            self.publisher.publish(wrong)
        self.assertEqual(self.encodings(), 0)

    def test_each_subscription_gets_a_message_of_its_own_that_was_never_encoded(self):
        got, others = [], []
        self.listen(got)
        self.listen(others)
        image = self.image()
        self.publisher.publish(image)
        image.width, image.data[0] = 2, 2
        self.spin_until(lambda: got and others, self.spinner)
        got[0].width, got[0].data[0] = 3, 3
        self.assertEqual([(one.width, one.data[0]) for one in (image, got[0], others[0])],
                         [(2, 2), (3, 3), (1, 0)])
        self.assertEqual(self.encodings(), 0)

    def test_what_is_known_beside_a_message_is_given(self):
        got = []
        self.listen(lambda image, info: got.append((image.width, info)))
        for width in (1, 2):
            self.publisher.publish(self.image(width))
        self.spin_until(lambda: len(got) == 2, self.spinner)
        self.assertEqual([(width, info["publication_sequence_number"],
                           info["reception_sequence_number"]) for width, info in got],
                         [(1, 1, 1), (2, 2, 2)])
        self.assertGreater(got[1][1]["source_timestamp"], 0)

    def test_a_queue_keeps_the_latest_and_nothing_is_left_of_the_others(self):
        got = []
        subscription = self.listen(got)
        data = b"".join([bytes(LARGE - 1), b"1"])  # of this test alone
        references = sys.getrefcount(data)
        for width in range(25):
            self.publisher.publish(Image(width=width, data=data))
        self.spin_until(lambda: len(got) == 10, self.spinner)
        self.assertEqual([one.width for one in got], list(range(15, 25)))
        self.publisher.publish(Image(data=data))  # is never taken
        self.node.destroy_subscription(subscription)
        got.clear()
        self.publisher.publish(Image())
        self.spin_until(lambda: sys.getrefcount(data) == references, self.spinner)
        self.assertEqual(self.encodings(), 0)

    def test_who_takes_bytes_or_filters_has_them_encoded_for_all(self):
        got, others = [], []
        self.listen(got)
        for kwargs, first in (
                ({"raw": True}, rclpy.serialization.serialize_message(self.image())),
                ({"content_filter_options": ContentFilterOptions("width = 1", [])}, self.image())):
            other = self.listen(others, **kwargs)
            self.encodings()
            for width in (1, 2):
                self.publisher.publish(self.image(width))
            self.spin_until(lambda: len(got) == 2 and others, self.spinner)
            self.assertEqual(([one.width for one in got], others[0]), ([1, 2], first))
            self.assertEqual(self.encodings(), 2)
            self.node.destroy_subscription(other)
            got.clear()
            others.clear()
        self.spin_until(lambda: self.publisher.get_subscription_count() == 1, self.spinner)
        self.publisher.publish(self.image())
        self.spin_until(lambda: got, self.spinner)
        self.assertEqual(self.encodings(), 0)

    def test_a_filter_that_comes_later_sees_every_message(self):
        got = []
        subscription = self.listen(got)
        subscription.set_content_filter("width = 2", [])
        self.spin_until(lambda: self.publisher.get_subscription_count() == 1, self.spinner)
        for width in (1, 2):
            self.publisher.publish(self.image(width))
        self.spin_until(lambda: got, self.spinner)
        self.assertEqual([one.width for one in got], [2])

    def test_a_subscription_in_cpp_beside_one_in_python_hears_the_same(self):
        got = []
        self.listen(got)
        meter = _ranvier.TopicMeter(
            self.node.handle, Image, "/images", QoSProfile(depth=10).get_c_qos_profile(),
            self.node.default_callback_group._strand, 10)
        self.addCleanup(meter.destroy_when_not_in_use)
        self.spin_until(lambda: self.publisher.get_subscription_count() == 2, self.spinner)
        self.publisher.publish(self.image())
        self.spin_until(lambda: got and meter.arrivals(), self.spinner)
        self.assertEqual(meter.arrivals()[0][1],
                         len(rclpy.serialization.serialize_message(self.image())))

    def test_late_joiners_of_the_process_get_what_was_kept(self):
        qos = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        publisher, got = self.node.create_publisher(Image, "kept", qos), []
        for width in (1, 2):
            publisher.publish(self.image(width))
        self.node.create_subscription(Image, "kept", got.append, qos)
        self.spin_until(lambda: len(got) == 2, self.spinner)
        self.assertEqual([one.width for one in got], [1, 2])

    def test_who_waits_by_himself_takes_objects_or_bytes(self):
        group = MutuallyExclusiveCallbackGroup()
        group._runs_with_node = False
        subscription = self.listen(print, callback_group=group)
        for _ in range(2):
            self.publisher.publish(self.image())
        taken = [subscription.handle.take_message(Image, raw)[0] for raw in (False, True)]
        self.assertEqual(taken, [self.image(),
                                 rclpy.serialization.serialize_message(self.image())])
        self.assertIsNone(subscription.handle.take_message(Image, False))


if __name__ == "__main__":
    unittest.main()
