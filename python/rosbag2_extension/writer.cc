// Writes bags, a message at a time.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "extension/gil.h"
#include "rosbag2_compression/compression_factory.hpp"
#include "rosbag2_compression/sequential_compression_writer.hpp"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_extension/options.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_storage/ros_helper.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using ranvier::python::LeaveGil;
using rosbag2_cpp::Writer;

class CompressionWriter final : public Writer {
 public:
  explicit CompressionWriter(const rosbag2_compression::CompressionOptions& options)
      : Writer(std::make_unique<rosbag2_compression::SequentialCompressionWriter>(options)) {}
};

void open_writer(Writer& self, nb::handle storage, nb::handle converter) {
  self.open(storage_options_of(storage), converter_options_of(converter));
}

/// @param sent  ns since the epoch; 0: when it was received.
void write_message(Writer& self, const std::string& topic, const nb::bytes& message, std::int64_t received,
           std::int64_t sent) {
  const auto made = std::make_shared<rosbag2_storage::SerializedBagMessage>();
  made->topic_name = topic;
  made->recv_timestamp = received;
  made->send_timestamp = sent;
  made->serialized_data = rosbag2_storage::make_serialized_message(message.data(), message.size());
  const LeaveGil left;
  self.write(made);
}

void create_topic(Writer& self, const rosbag2_storage::TopicMetadata& topic) {
  self.create_topic(topic);
}

}  // namespace

void bind_writer(nb::module_& module) {
  const auto free = nb::call_guard<LeaveGil>();
  nb::class_<Writer>(module, "SequentialWriter")
      .def("__init__", [](Writer* self) { new (self) Writer(); })
      .def("open", &open_writer, nb::arg("storage_options"), nb::arg("converter_options"))
      .def("close", &Writer::close, free)
      .def("create_topic", &create_topic, nb::arg("topic_with_type"), free)
      .def("remove_topic", &Writer::remove_topic, nb::arg("topic_with_type"), free)
      .def("write", &write_message, nb::arg("topic_name"), nb::arg("message"), nb::arg("time_stamp"),
           nb::arg("send_time_stamp") = 0)
      .def("take_snapshot", &Writer::take_snapshot, free)
      .def("split_bagfile", &Writer::split_bagfile, free);
  nb::class_<CompressionWriter, Writer>(module, "SequentialCompressionWriter")
      .def("__init__", [](CompressionWriter* self, nb::handle options) {
        new (self) CompressionWriter(compression_options_of(options));
      });
  module.def("compressor_ids", [] {
    return rosbag2_compression::CompressionFactory().get_declared_compressor_plugins();
  });
}

}  // namespace rosbag2_extension
