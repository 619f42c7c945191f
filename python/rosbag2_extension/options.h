// Options of Python as those of C++: objects with attributes of the same names.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "rosbag2_compression/compression_options.hpp"
#include "rosbag2_cpp/converter_options.hpp"
#include "rosbag2_storage/read_order.hpp"
#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/play_options.hpp"
#include "rosbag2_transport/record_options.hpp"

namespace rosbag2_extension {

/// Throw nanobind::cast_error, or nanobind::python_error, for an attribute of another kind.
/// Contract: with the GIL.
rosbag2_storage::StorageOptions storage_options_of(nanobind::handle from);
/// Of a list or a tuple of them, or of one.
std::vector<rosbag2_storage::StorageOptions> all_storage_options_of(nanobind::handle from);
rosbag2_storage::StorageFilter storage_filter_of(nanobind::handle from);
rosbag2_storage::ReadOrder read_order_of(nanobind::handle from);
rosbag2_cpp::ConverterOptions converter_options_of(nanobind::handle from);
rosbag2_compression::CompressionOptions compression_options_of(nanobind::handle from);
rosbag2_transport::RecordOptions record_options_of(nanobind::handle from);
rosbag2_transport::PlayOptions play_options_of(nanobind::handle from);

}  // namespace rosbag2_extension
