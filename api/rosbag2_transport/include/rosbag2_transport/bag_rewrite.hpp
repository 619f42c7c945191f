// Bags out of bags: merged, split, filtered, cut, in another storage.
#ifndef ROSBAG2_TRANSPORT__BAG_REWRITE_HPP_
#define ROSBAG2_TRANSPORT__BAG_REWRITE_HPP_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/record_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"

namespace rosbag2_transport
{

/// Bags that are written: where, and what of the inputs.
using OutputBags = std::vector<std::pair<rosbag2_storage::StorageOptions, RecordOptions>>;

/// Writes the messages of all inputs, in the order of time, into every output whose options take
/// their topic, from start_time_ns to end_time_ns. Topics of one name and type become one. What is
/// damaged in an input is left out, with a warning.
/// @param progress  of ours: called now and then with how many messages are done, of how many.
/// @throws std::runtime_error naming the bag, or the option, and the remedy.
/// Threads: any.
ROSBAG2_TRANSPORT_PUBLIC void bag_rewrite(
  const std::vector<rosbag2_storage::StorageOptions> & input_options,
  const OutputBags & output_options,
  const std::function<void(uint64_t done, uint64_t all)> & progress = nullptr);

/// Reads a file of options in YAML: a map with the key `output_bags`, a list of maps with keys of
/// StorageOptions and RecordOptions. The runtime's own.
/// @throws std::runtime_error naming the file, the line and the remedy.
/// Threads: any.
ROSBAG2_TRANSPORT_PUBLIC OutputBags read_output_bags(const std::string & path);

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__BAG_REWRITE_HPP_
