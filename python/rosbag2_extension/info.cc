// What a bag holds, as text; metadata made again from its files.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <stdexcept>

#include "extension/gil.h"
#include "bag/inspect/check.h"
#include "bag/inspect/info_text.h"
#include "rosbag2_cpp/info.hpp"
#include "rosbag2_cpp/message_definitions/local_message_definition_source.hpp"
#include "rosbag2_cpp/reindexer.hpp"
#include "rosbag2_extension/options.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_extension/progress.h"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/detail/storage_plugins.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using ranvier::python::LeaveGil;
namespace bag = ranvier::bag;
using rosbag2_storage::BagMetadata;
using rosbag2_storage::detail::to_core;

template <class Result>
void throw_failed(const Result& result) {
  if (!result) throw std::runtime_error(result.error().what);
}

BagMetadata read_metadata(const std::string& uri, const std::string& storage_id) {
  const LeaveGil left;  // files without an index are read whole
  return rosbag2_cpp::Info().read_metadata(uri, storage_id);
}

/// When the first message came, whatever metadata.yaml says, in nanoseconds since the epoch.
std::int64_t first_time(const std::string& uri, const std::string& storage_id) {
  const LeaveGil left;
  rosbag2_storage::StorageOptions options;
  options.uri = uri;
  options.storage_id = storage_id;
  const auto opened = bag::BagReader::open(rosbag2_storage::detail::read_options_of(options));
  throw_failed(opened);
  return (*opened)->metadata().start_ns;
}

bag::SortBy sort_of(const std::string& word) {
  const auto sort = bag::sort_by_of(word);
  if (!sort) throw nb::value_error(("'" + word + "' is no order: name, type, count").c_str());
  return *sort;
}

/// The text, and whether nothing is damaged or missing.
std::pair<std::string, bool> check_bag(const std::string& uri, const std::string& storage_id,
                                       double gap_factor, const PyProgress& progress) {
  const auto checked = [&] {
    const LeaveGil left;
    rosbag2_storage::detail::use_storage_plugins();
    return bag::check_bag({uri, storage_id, gap_factor}, with_gil(progress));
  }();
  throw_failed(checked);
  return {bag::check_text(*checked), checked->faults.empty()};
}

/// With requests and responses of services, and with sizes if asked for: all messages are read.
/// @param progress  called with (done, all) now and then; what it raises ends the reading.
std::string verbose_text(const BagMetadata& metadata, const std::string& uri,
                         const std::string& sort, bool sizes, const PyProgress& progress) {
  bag::InfoForm form{sort_of(sort), nullptr, sizes};
  const auto usage = [&]() -> ranvier::Result<bag::Usage> {
    const LeaveGil left;
    rosbag2_storage::StorageOptions options;
    options.uri = uri;
    options.storage_id = metadata.storage_identifier;
    const auto opened = bag::BagReader::open(rosbag2_storage::detail::read_options_of(options));
    if (!opened) return opened.error();
    return bag::read_usage(**opened, sizes, with_gil(progress));
  }();
  throw_failed(usage);
  form.usage = &*usage;
  return bag::info_text(to_core(metadata), form);
}

std::string plain_text(const BagMetadata& metadata, const std::string& sort) {
  return bag::info_text(to_core(metadata), {sort_of(sort)});
}

std::vector<std::string> sorted_names(const BagMetadata& metadata, const std::string& sort) {
  return bag::topic_names(to_core(metadata), sort_of(sort));
}

void reindex_folder(nb::handle storage) {
  const auto options = storage_options_of(storage);
  const LeaveGil left;
  rosbag2_cpp::Reindexer().reindex(options);
}

}  // namespace

void bind_info(nb::module_& module) {
  module.def("read_metadata", &read_metadata);
  module.def("first_time", &first_time);
  module.def("info_text", &plain_text);
  module.def("verbose_info_text", &verbose_text, nb::arg("metadata"), nb::arg("uri"),
             nb::arg("sort"), nb::arg("sizes"), nb::arg("progress"));
  module.def("topic_names", &sorted_names);
  module.def("sort_words", &bag::sort_words);
  module.def("check", &check_bag, nb::arg("uri"), nb::arg("storage_id"), nb::arg("gap_factor"),
             nb::arg("progress"));
  module.def("reindex", &reindex_folder);
  using rosbag2_cpp::LocalMessageDefinitionSource;
  nb::class_<LocalMessageDefinitionSource>(module, "LocalMessageDefinitionSource")
      .def(nb::init<>())
      .def("get_full_text", &LocalMessageDefinitionSource::get_full_text, nb::arg("root_type"));
}

}  // namespace rosbag2_extension
