// What a bag says of itself. A list of it is given as a copy: it is changed by setting it as a whole.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include "bag/inspect/info_text.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/default_storage_id.hpp"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/message_definition.hpp"
#include "rosbag2_storage/metadata_io.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using rosbag2_storage::BagMetadata;
using rosbag2_storage::FileInformation;
using rosbag2_storage::MessageDefinition;
using rosbag2_storage::MetadataIo;
using rosbag2_storage::TopicInformation;
using rosbag2_storage::TopicMetadata;
using Nanoseconds = std::chrono::nanoseconds;
using TimePoint = std::chrono::time_point<std::chrono::high_resolution_clock>;

nb::object to_python(TimePoint time) {
  return nb::module_::import_("rclpy.time").attr("Time")(
      nb::arg("nanoseconds") = Nanoseconds(time.time_since_epoch()).count());
}
nb::object to_python(Nanoseconds duration) {
  return nb::module_::import_("rclpy.duration")
      .attr("Duration")(nb::arg("nanoseconds") = duration.count());
}

TimePoint time_of(nb::handle time) {
  return TimePoint(Nanoseconds(nb::cast<std::int64_t>(time.attr("nanoseconds"))));
}
/// A duration of rclpy, or a timedelta.
Nanoseconds duration_of(nb::handle duration) {
  if (nb::hasattr(duration, "nanoseconds")) {
    return Nanoseconds(nb::cast<std::int64_t>(duration.attr("nanoseconds")));
  }
  constexpr std::int64_t kDay = 86'400'000'000'000, kSecond = 1'000'000'000, kMicrosecond = 1'000;
  return Nanoseconds(nb::cast<std::int64_t>(duration.attr("days")) * kDay +
                     nb::cast<std::int64_t>(duration.attr("seconds")) * kSecond +
                     nb::cast<std::int64_t>(duration.attr("microseconds")) * kMicrosecond);
}

/// As a timedelta, which has microseconds.
nb::object timedelta_of(Nanoseconds duration) {
  return nb::module_::import_("datetime").attr("timedelta")(
      nb::arg("microseconds") = static_cast<double>(duration.count()) / 1e3);
}

void bind_topics(nb::module_& module) {
  nb::class_<TopicMetadata>(module, "TopicMetadata")
      .def(
          "__init__",
          [](TopicMetadata* self, std::uint16_t id, const std::string& name,
             const std::string& type, const std::string& format, std::vector<rclcpp::QoS> qos,
             const std::string& hash) {
            new (self) TopicMetadata{id, name, type, format, std::move(qos), hash};
          },
          nb::arg("id"), nb::arg("name"), nb::arg("type"), nb::arg("serialization_format"),
          nb::arg("offered_qos_profiles") = std::vector<rclcpp::QoS>(),
          nb::arg("type_description_hash") = "")
      .def_rw("id", &TopicMetadata::id)
      .def_rw("name", &TopicMetadata::name)
      .def_rw("type", &TopicMetadata::type)
      .def_rw("serialization_format", &TopicMetadata::serialization_format)
      .def_rw("offered_qos_profiles", &TopicMetadata::offered_qos_profiles)
      .def_rw("type_description_hash", &TopicMetadata::type_description_hash)
      .def("equals", [](const TopicMetadata& self, const TopicMetadata& other) {
        return self == other;
      });
  nb::class_<TopicInformation>(module, "TopicInformation")
      .def(
          "__init__",
          [](TopicInformation* self, const TopicMetadata& topic, std::size_t count) {
            new (self) TopicInformation{topic, count};
          },
          nb::arg("topic_metadata"), nb::arg("message_count"))
      .def_rw("topic_metadata", &TopicInformation::topic_metadata)
      .def_rw("message_count", &TopicInformation::message_count);
  nb::class_<MessageDefinition>(module, "MessageDefinition")
      .def(
          "__init__",
          [](MessageDefinition* self, const std::string& type, const std::string& encoding,
             const std::string& text, const std::string& hash) {
            new (self) MessageDefinition{type, encoding, text, hash};
          },
          nb::arg("topic_type"), nb::arg("encoding"), nb::arg("encoded_message_definition"),
          nb::arg("type_hash"))
      .def_rw("topic_type", &MessageDefinition::topic_type)
      .def_rw("encoding", &MessageDefinition::encoding)
      .def_rw("encoded_message_definition", &MessageDefinition::encoded_message_definition)
      .def_rw("type_hash", &MessageDefinition::type_hash);
}

/// Times as rclpy has them.
template <class Struct>
void add_times(nb::class_<Struct>& bound) {
  bound
      .def_prop_rw(
          "starting_time", [](const Struct& self) { return to_python(self.starting_time); },
          [](Struct& self, nb::handle time) { self.starting_time = time_of(time); })
      .def_prop_rw(
          "duration",
          [](const Struct& self) {
            constexpr bool kIsFile = std::is_same_v<Struct, FileInformation>;
            return kIsFile ? timedelta_of(self.duration) : to_python(self.duration);
          },
          [](Struct& self, nb::handle duration) { self.duration = duration_of(duration); });
}

void bind_files(nb::module_& module) {
  nb::class_<FileInformation> file(module, "FileInformation");
  file.def(
          "__init__",
          [](FileInformation* self, const std::string& path, nb::handle time, nb::handle duration,
             std::size_t count) {
            new (self) FileInformation{path, time_of(time), duration_of(duration), count};
          },
          nb::arg("path"), nb::arg("starting_time"), nb::arg("duration"), nb::arg("message_count"))
      .def_rw("path", &FileInformation::path)
      .def_rw("message_count", &FileInformation::message_count);
  add_times(file);
}

/// What is None keeps its default.
void init_bag(BagMetadata* self, int version, std::uint64_t size, const std::string& storage,
              std::vector<std::string> paths, std::vector<FileInformation> files,
              nb::handle duration, nb::handle time, std::uint64_t count,
              std::vector<TopicInformation> topics, const std::string& compression_format,
              const std::string& compression_mode,
              std::unordered_map<std::string, std::string> custom_data,
              const std::string& ros_distro) {
  new (self) BagMetadata{version,
                         size,
                         storage,
                         std::move(paths),
                         std::move(files),
                         duration.is_none() ? Nanoseconds{0} : duration_of(duration),
                         time.is_none() ? TimePoint{} : time_of(time),
                         count,
                         std::move(topics),
                         compression_format,
                         compression_mode,
                         std::move(custom_data),
                         ros_distro};
}

/// The text of `ros2 bag info`.
std::string text_of(const BagMetadata& metadata) {
  return ranvier::bag::info_text(rosbag2_storage::detail::to_core(metadata), {});
}

void bind_bag(nb::module_& module) {
  nb::class_<BagMetadata> bag(module, "BagMetadata");
  bag.def("__init__", &init_bag, nb::arg("version") = BagMetadata().version,
          nb::arg("bag_size") = 0, nb::arg("storage_identifier") = "",
          nb::arg("relative_file_paths") = std::vector<std::string>(),
          nb::arg("files") = std::vector<FileInformation>(), nb::arg("duration") = nb::none(),
          nb::arg("starting_time") = nb::none(), nb::arg("message_count") = 0,
          nb::arg("topics_with_message_count") = std::vector<TopicInformation>(),
          nb::arg("compression_format") = "", nb::arg("compression_mode") = "",
          nb::arg("custom_data") = std::unordered_map<std::string, std::string>(),
          nb::arg("ros_distro") = "")
      .def_rw("version", &BagMetadata::version)
      .def_rw("bag_size", &BagMetadata::bag_size)
      .def_rw("storage_identifier", &BagMetadata::storage_identifier)
      .def_rw("relative_file_paths", &BagMetadata::relative_file_paths)
      .def_rw("files", &BagMetadata::files)
      .def_rw("message_count", &BagMetadata::message_count)
      .def_rw("topics_with_message_count", &BagMetadata::topics_with_message_count)
      .def_rw("compression_format", &BagMetadata::compression_format)
      .def_rw("compression_mode", &BagMetadata::compression_mode)
      .def_rw("custom_data", &BagMetadata::custom_data)
      .def_rw("ros_distro", &BagMetadata::ros_distro)
      .def("__str__", &text_of);
  add_times(bag);
}

}  // namespace

void bind_metadata(nb::module_& module) {
  bind_topics(module);
  bind_files(module);
  bind_bag(module);
  nb::class_<MetadataIo>(module, "MetadataIo")
      .def(nb::init<>())
      .def("write_metadata", &MetadataIo::write_metadata, nb::arg("uri"), nb::arg("metadata"))
      .def("read_metadata", &MetadataIo::read_metadata, nb::arg("uri"))
      .def("metadata_file_exists", &MetadataIo::metadata_file_exists, nb::arg("uri"))
      .def("serialize_metadata", &MetadataIo::serialize_metadata, nb::arg("metadata"))
      .def("deserialize_metadata", &MetadataIo::deserialize_metadata,
           nb::arg("serialized_metadata"));
  module.def("get_default_storage_id", &rosbag2_storage::get_default_storage_id);
}

}  // namespace rosbag2_extension
