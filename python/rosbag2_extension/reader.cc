// Reads bags, a message at a time.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "extension/gil.h"
#include "bag/storage/storages.h"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_extension/options.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_storage/detail/storage_plugins.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using ranvier::python::LeaveGil;

// A bag that is read. Threads: any, for all but the opening of a bag is done with the GIL.
class BagReading {
 public:
  void open(nb::handle storage, nb::handle converter) {
    open_with(storage_options_of(storage), converter_options_of(converter));
  }
  void open_uri(const std::string& uri) {
    rosbag2_storage::StorageOptions options;
    options.uri = uri;
    open_with(options, {});
  }
  bool set_read_order(nb::handle order) { return opened().set_read_order(read_order_of(order)); }
  bool has_next() { return opened().has_next(); }
  nb::tuple read_next() {
    const auto message = opened().read_next();
    const auto& bytes = *message->serialized_data;
    return nb::make_tuple(message->topic_name, nb::bytes(bytes.buffer, bytes.buffer_length),
                          message->recv_timestamp);
  }
  rosbag2_storage::BagMetadata metadata() { return opened().get_metadata(); }
  std::vector<rosbag2_storage::TopicMetadata> topics() {
    return opened().get_all_topics_and_types();
  }
  std::vector<rosbag2_storage::MessageDefinition> definitions() {
    std::vector<rosbag2_storage::MessageDefinition> found;
    opened().get_all_message_definitions(found);
    return found;
  }
  void set_filter(nb::handle filter) { opened().set_filter(storage_filter_of(filter)); }
  void reset_filter() { opened().reset_filter(); }
  void seek(std::int64_t timestamp) { opened().seek(timestamp); }

 private:
  void open_with(const rosbag2_storage::StorageOptions& storage,
                 const rosbag2_cpp::ConverterOptions& converter) {
    auto made = std::make_unique<rosbag2_cpp::Reader>();
    {
      const LeaveGil left;  // files without an index are read whole
      made->open(storage, converter);
    }
    reader_ = std::move(made);
  }
  rosbag2_cpp::Reader& opened() {
    if (!reader_) throw std::runtime_error("Bag is not open. Call open() before reading.");
    return *reader_;
  }

  std::unique_ptr<rosbag2_cpp::Reader> reader_;
};

}  // namespace

void bind_reader(nb::module_& module) {
  nb::class_<BagReading>(module, "SequentialReader")
      .def(nb::init<>())
      .def("open", &BagReading::open, nb::arg("storage_options"), nb::arg("converter_options"))
      .def("open_uri", &BagReading::open_uri, nb::arg("uri"))
      .def("set_read_order", &BagReading::set_read_order, nb::arg("order"))
      .def("has_next", &BagReading::has_next)
      .def("read_next", &BagReading::read_next)
      .def("get_metadata", &BagReading::metadata)
      .def("get_all_topics_and_types", &BagReading::topics)
      .def("get_all_message_definitions", &BagReading::definitions)
      .def("set_filter", &BagReading::set_filter, nb::arg("filter"))
      .def("reset_filter", &BagReading::reset_filter)
      .def("seek", &BagReading::seek, nb::arg("timestamp"));
  module.def("storage_ids", [] {
    rosbag2_storage::detail::use_storage_plugins();
    return ranvier::bag::storage_ids();
  });
}

}  // namespace rosbag2_extension
