"""sensor_msgs_py: point_cloud2 and numpy_compat.

    PYTHONPATH=... point_cloud2_test.py [unittest arguments]
"""
import unittest

import _ranvier
import numpy
from sensor_msgs.msg import PointCloud2, PointField
from sensor_msgs_py import numpy_compat, point_cloud2
from std_msgs.msg import Header

POINTS = numpy.array([[0.0, 0.1, 0.2], [1.0, 1.1, 1.2], [2.0, numpy.nan, 2.2]], dtype="float32")
FIELDS = [PointField(name="x", offset=0, datatype=PointField.FLOAT32, count=1),
          PointField(name="", offset=4, datatype=PointField.UINT8, count=2),
          PointField(name="t", offset=8, datatype=PointField.FLOAT64, count=1)]


class PointCloud2Test(unittest.TestCase):
    def setUp(self):
        self.cloud = point_cloud2.create_cloud_xyz32(Header(frame_id="map"), POINTS)

    def test_what_was_put_in_comes_out(self):
        self.assertEqual((self.cloud.width, self.cloud.height, self.cloud.point_step), (3, 1, 12))
        numpy.testing.assert_array_equal(point_cloud2.read_points_numpy(self.cloud), POINTS)
        points = point_cloud2.read_points(self.cloud)
        self.assertEqual(points.dtype.names, ("x", "y", "z"))
        numpy.testing.assert_array_equal(points["y"], POINTS[:, 1])
        again = _ranvier.deserialize(_ranvier.serialize(self.cloud), PointCloud2)
        numpy.testing.assert_array_equal(point_cloud2.read_points_numpy(again), POINTS)

    def test_a_list_of_points_is_named_tuples(self):
        points = point_cloud2.read_points_list(self.cloud, ["x", "z"], skip_nans=True)
        self.assertEqual([one._fields for one in points], [("x", "z")] * 3)
        self.assertAlmostEqual(points[1].z, 1.2, places=6)

    def test_points_become_a_plain_array_and_points_again_by_the_functions_that_packages_import(self):
        points = point_cloud2.read_points(self.cloud)
        plain = numpy_compat.structured_to_unstructured(points[["x", "z"]])
        numpy.testing.assert_array_equal(plain, POINTS[:, [0, 2]])
        again = numpy_compat.unstructured_to_structured(plain, names=["x", "z"])
        numpy.testing.assert_array_equal(again["z"], points["z"])

    def test_points_can_be_left_out(self):
        self.assertEqual(len(point_cloud2.read_points(self.cloud, skip_nans=True)), 2)
        self.assertEqual(list(point_cloud2.read_points(self.cloud, uvs=[2, 0])["x"]), [2.0, 0.0])
        with self.assertRaisesRegex(AssertionError, "not in the fields"):
            point_cloud2.read_points(self.cloud, ["w"])
        with self.assertRaisesRegex(AssertionError, "not a sensor_msgs.msg.PointCloud2"):
            point_cloud2.read_points(Header())

    def test_fields_have_types_and_counts_of_their_own(self):
        dtype = point_cloud2.dtype_from_fields(FIELDS, point_step=16)
        self.assertEqual(dtype.names, ("x", "unnamed_field_1_0", "unnamed_field_1_1", "t"))
        cloud = point_cloud2.create_cloud(Header(), FIELDS, [(1.5, 2, 3, 4.5)], point_step=16)
        self.assertEqual(point_cloud2.read_points(cloud).tolist(), [(1.5, 2, 3, 4.5)])
        with self.assertRaisesRegex(AssertionError, "same datatype"):
            point_cloud2.read_points_numpy(cloud)
        with self.assertRaisesRegex(AssertionError, "do not match"):
            point_cloud2.create_cloud(Header(), FIELDS, numpy.zeros(1, dtype=[("x", "f4")]))

    def test_an_organized_cloud_has_two_dimensions(self):
        points = numpy.arange(24, dtype="float32").reshape(4, 2, 3)
        cloud = point_cloud2.create_cloud_xyz32(Header(), points)
        self.assertEqual((cloud.width, cloud.height), (4, 2))
        read = point_cloud2.read_points_numpy(cloud, reshape_organized_cloud=True)
        numpy.testing.assert_array_equal(read, points)

    def test_points_in_the_other_order_are_swapped(self):
        cloud = PointCloud2(fields=self.cloud.fields, width=3, height=1, point_step=12,
                            is_bigendian=True, data=POINTS.astype(">f4").tobytes())
        numpy.testing.assert_array_equal(point_cloud2.read_points_numpy(cloud), POINTS)

    def test_a_large_cloud_is_read_where_it_lies(self):
        points = numpy.random.default_rng(1).random((10000, 3)).astype("float32")
        cloud = point_cloud2.create_cloud_xyz32(Header(), points)
        read = point_cloud2.read_points(cloud)
        self.assertTrue(numpy.shares_memory(read, numpy.asarray(cloud.data)))
        read["x"][0] = 5.0
        self.assertEqual(point_cloud2.read_points_list(cloud)[0].x, 5.0)

    def test_a_cloud_is_not_changed_with_the_points_that_it_was_made_of(self):
        points = numpy.zeros((1000, 3), dtype="float32")
        cloud = point_cloud2.create_cloud_xyz32(Header(), points)
        points += 1
        self.assertEqual(set(cloud.data), {0})


unittest.main()
