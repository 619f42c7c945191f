// The parts of the extension: each adds its names to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace rosbag2_extension {

// Contract: with the GIL, once.
void bind_qos(nanobind::module_& module);
void bind_metadata(nanobind::module_& module);
void bind_reader(nanobind::module_& module);
void bind_writer(nanobind::module_& module);
void bind_info(nanobind::module_& module);
void bind_rewrite(nanobind::module_& module);

}  // namespace rosbag2_extension
