"""Point clouds as numpy arrays, and back.

What is read refers to the data of the message: it may be written, and nothing is copied unless
points are left out, the bytes are in the other order, or others refer to the data too. What is
made has data of its own.
"""
import collections
import sys

import numpy
from numpy.lib.recfunctions import structured_to_unstructured, unstructured_to_structured
from sensor_msgs.msg import PointCloud2, PointField

DUMMY_FIELD_PREFIX = "unnamed_field"
DATATYPES = {PointField.INT8: numpy.dtype("int8"), PointField.UINT8: numpy.dtype("uint8"),
             PointField.INT16: numpy.dtype("int16"), PointField.UINT16: numpy.dtype("uint16"),
             PointField.INT32: numpy.dtype("int32"), PointField.UINT32: numpy.dtype("uint32"),
             PointField.FLOAT32: numpy.dtype("float32"), PointField.FLOAT64: numpy.dtype("float64")}


def dtype_from_fields(fields, point_step=None):
    """The type of one point: a field of several values is one column for each, `name_0` and on.

    `point_step` is the size of a point in bytes; without it the fields give the size.
    """
    columns = {"names": [], "formats": [], "offsets": []}
    for index, field in enumerate(fields):
        name = field.name or f"{DUMMY_FIELD_PREFIX}_{index}"
        assert field.count > 0, "Can't process fields with count = 0."
        datatype = DATATYPES[field.datatype]
        for part in range(field.count):
            column = f"{name}_{part}" if field.count > 1 else name
            assert column not in columns["names"], "Duplicate field names are not allowed!"
            columns["names"].append(column)
            columns["formats"].append(datatype)
            columns["offsets"].append(field.offset + part * datatype.itemsize)
    if point_step is not None:
        columns["itemsize"] = point_step
    return numpy.dtype(columns)


def read_points(cloud, field_names=None, skip_nans=False, uvs=None,
                reshape_organized_cloud=False):
    """The points as a structured array, with a column for each field or for those named.

    `skip_nans` leaves out points with a value that is none, where the cloud may have such;
    `uvs` are the indices of the points to read; `reshape_organized_cloud` gives a cloud of
    several rows two dimensions, its width first.
    """
    assert isinstance(cloud, PointCloud2), "Cloud is not a sensor_msgs.msg.PointCloud2"
    points = numpy.ndarray(shape=(cloud.width * cloud.height,), buffer=cloud.data,
                           dtype=dtype_from_fields(cloud.fields, point_step=cloud.point_step))
    if field_names is not None:
        field_names = list(field_names)
        assert all(name in points.dtype.names for name in field_names), \
            "Requests field is not in the fields of the PointCloud!"
        points = points[field_names]
    if (sys.byteorder != "little") != bool(cloud.is_bigendian):
        points = points.byteswap()
    if skip_nans and not cloud.is_dense:
        points = points[_without_nans(points)]
    if uvs is not None:
        points = points[uvs if isinstance(uvs, numpy.ndarray) else numpy.fromiter(uvs, int)]
    if reshape_organized_cloud and cloud.height > 1:
        points = points.reshape(cloud.width, cloud.height)
    return points


def _without_nans(points):
    wanted = numpy.ones(len(points), dtype=bool)
    for name in points.dtype.names:
        wanted &= ~numpy.isnan(points[name])
    return wanted


def read_points_numpy(cloud, field_names=None, skip_nans=False, uvs=None,
                      reshape_organized_cloud=False):
    """The points as an array of numbers, a row for each point; its fields are of one type."""
    wanted = [field for field in cloud.fields
              if field_names is None or field.name in field_names]
    assert all(field.datatype == wanted[0].datatype for field in wanted), \
        "All fields need to have the same datatype. Use `read_points()` otherwise."
    return structured_to_unstructured(
        read_points(cloud, field_names, skip_nans, uvs, reshape_organized_cloud))


def read_points_list(cloud, field_names=None, skip_nans=False, uvs=None):
    """The points as a list of named tuples; read_points() is much faster."""
    points = read_points(cloud, field_names, skip_nans, uvs)
    point = collections.namedtuple("Point", points.dtype.names)
    return [point._make(one) for one in points.tolist()]


def create_cloud(header, fields, points, point_step=None):
    """A cloud of the points: an array, structured as the fields are or with a row for each point,
    or any iterable of points. Two dimensions of points are its width and its height."""
    dtype = dtype_from_fields(fields, point_step)
    if not isinstance(points, numpy.ndarray):
        points = numpy.array([tuple(point) for point in points], dtype=dtype)
    elif points.dtype.names is None:
        assert all(field.datatype == fields[0].datatype for field in fields), \
            "All fields need to have the same datatype. Pass a structured NumPy array with " \
            "multiple dtypes otherwise."
        points = unstructured_to_structured(points, dtype=dtype)
    else:
        assert points.dtype == dtype, \
            "PointFields and structured NumPy array dtype do not match for all fields! " \
            "Check their field order, names and types."
    assert points.ndim <= 2, "Too many dimensions for organized cloud! " \
        "Points can only be organized in max. two dimensional space"
    width, height = (*points.shape, 1)[:2]
    step = points.dtype.itemsize
    return PointCloud2(
        header=header, height=height, width=width, fields=fields, is_dense=False,
        is_bigendian=sys.byteorder != "little", point_step=step, row_step=step * width,
        data=points.tobytes())


def create_cloud_xyz32(header, points):
    """A cloud of points with x, y and z."""
    fields = [PointField(name=name, offset=offset, datatype=PointField.FLOAT32, count=1)
              for name, offset in (("x", 0), ("y", 4), ("z", 8))]
    return create_cloud(header, fields, points)
