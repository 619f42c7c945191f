// Bags out of bags.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>

#include "extension/gil.h"
#include "rosbag2_extension/options.h"
#include "rosbag2_extension/parts.h"
#include "rosbag2_extension/progress.h"
#include "rosbag2_transport/bag_rewrite.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using ranvier::python::LeaveGil;
using rosbag2_transport::OutputBags;

void run_rewrite(const nb::list& input_options, const OutputBags& outputs, const PyProgress& progress) {
  const auto inputs = all_storage_options_of(input_options);
  const LeaveGil left;
  rosbag2_transport::bag_rewrite(inputs, outputs, with_gil(progress));
}

/// @param outputs  pairs of StorageOptions and RecordOptions.
void rewrite(const nb::list& inputs, const nb::list& outputs, const PyProgress& progress) {
  OutputBags bags;
  for (const nb::handle each : outputs) {
    const auto pair = nb::cast<nb::tuple>(each);
    bags.emplace_back(storage_options_of(pair[0]), record_options_of(pair[1]));
  }
  run_rewrite(inputs, bags, progress);
}

void rewrite_by_file(const nb::list& inputs, const std::string& path, const PyProgress& progress) {
  run_rewrite(inputs, rosbag2_transport::read_output_bags(path), progress);
}

}  // namespace

void bind_rewrite(nb::module_& module) {
  module.def("rewrite", &rewrite, nb::arg("inputs"), nb::arg("outputs"), nb::arg("progress"));
  module.def("rewrite_by_file", &rewrite_by_file, nb::arg("inputs"), nb::arg("path"),
             nb::arg("progress"));
}

}  // namespace rosbag2_extension
