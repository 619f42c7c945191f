#include "extension/context.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "ranvier/assemble/assemble.h"
#include "ranvier/node/log.h"
#include "ranvier/os/mutex.h"
#include "ranvier/os/signals.h"

namespace ranvier::python {
namespace {

struct All {
  Mutex mutex{"python contexts"};
  std::vector<std::weak_ptr<Context>> contexts RANVIER_GUARDED_BY(mutex);
};
All& all_contexts() {
  static auto& one = *new All;  // signals may come while static objects end
  return one;
}

void remember(const std::shared_ptr<Context>& context) {
  Lock lock(all_contexts().mutex);
  std::erase_if(all_contexts().contexts, [](const auto& weak) { return weak.expired(); });
  all_contexts().contexts.push_back(context);
}

void configure_log(const Arguments& arguments) {
  LogOutputs outputs = log_outputs();
  outputs.console = arguments.stdout_logs.value_or(outputs.console);
  outputs.file = arguments.external_lib_logs.value_or(outputs.file);
  outputs.rosout = arguments.rosout_logs.value_or(outputs.rosout);
  if (!arguments.log_file_name.empty()) outputs.file_prefix = arguments.log_file_name;
  set_log_outputs(outputs);
  for (const auto& [name, level] : arguments.log_levels) set_log_level(name, level);
}

void tell_of_end(const Link& link) noexcept {
  const TakeGil gil;
  const nb::object function = link.function();
  if (!function) return;
  try {
    function();
  } catch (nb::python_error& error) {
    error.restore();
    PyErr_WriteUnraisable(function.ptr());
  }
}

}  // namespace

Arguments parse_or_raise(const std::vector<std::string>& arguments) {
  auto parsed = parse_arguments(arguments);
  if (!parsed) {
    raise(exceptions().invalid_ros_args,
          "Failed to parse global arguments: " + parsed.error().what);
  }
  if (!parsed->unknown.empty()) {
    std::string words;
    for (const std::string& word : parsed->unknown) {
      words += (words.empty() ? "'" : ", '") + word + "'";
    }
    raise(exceptions().unknown_ros_args, "[" + words + "]");
  }
  return std::move(*parsed);
}

void require_valid(const Context& context, const char* failed) {
  if (context.valid()) return;
  raise(exceptions().rcl, std::string(failed) +
                              "the context is invalid: rclpy.shutdown() or a signal has ended it");
}

void shutdown_all_contexts() noexcept {
  std::vector<std::shared_ptr<Context>> alive;
  {
    Lock lock(all_contexts().mutex);
    for (const auto& weak : all_contexts().contexts) {
      if (auto context = weak.lock()) alive.push_back(std::move(context));
    }
  }
  for (const auto& context : alive) context->shutdown();
}

ContextHandle::ContextHandle(std::vector<std::string> arguments, std::optional<std::int64_t> domain,
                             bool initialize_logging, bool ends_soon)
    : arguments_(parse_or_raise(arguments)) {
  if (domain && *domain < 0) {
    raise(PyExc_RuntimeError, "Domain id (" + std::to_string(*domain) +
                                  ") should not be lower than "
                                  "zero. Give one of 0 to 232.");
  }
  if (initialize_logging) configure_log(arguments_);
  ContextOptions options;
  options.ends_soon = ends_soon;
  if (domain) options.domain = static_cast<std::size_t>(*domain);
  if (!arguments_.enclave.empty()) options.enclave = arguments_.enclave;
  core_ = value_or_raise(without_gil([&] { return make_context(options); }),
                         "failed to initialize rcl: ");
  remember(core_);
}

bool ContextHandle::ok() const noexcept { return core_->valid() && !telling_of_signal(); }

void ContextHandle::require_valid(const char* failed) const {
  python::require_valid(*core_, failed);
}

std::size_t ContextHandle::domain() const {
  require_valid("Failed to get domain id: ");
  return core_->domain();
}

void ContextHandle::shutdown() {
  if (!ok()) {
    raise(exceptions().rcl, "failed to shutdown: rcl_shutdown already called on the given context");
  }
  without_gil([this] { core_->shutdown(); });
}

void ContextHandle::destroy() {
  if (core_) without_gil([this] { core_->shutdown(); });
}

EndHandle::EndHandle(const ContextHandle& context, nb::object ended) : function(std::move(ended)) {
  end_ = without_gil([&, link = function.link()] {
    return std::make_unique<ContextEnd>(context.core(), [link] { tell_of_end(*link); });
  });
}

void EndHandle::destroy() {
  function.clear();
  without_gil([this] { end_.reset(); });
}

void bind_context(nb::module_& module) {
  nb::class_<ContextHandle, Destroyable>(module, "Context", nb::is_weak_referenceable())
      .def(nb::init<std::vector<std::string>, std::optional<std::int64_t>, bool, bool>(),
           nb::arg("arguments"), nb::arg("domain_id").none(), nb::arg("initialize_logging") = true,
           nb::arg("ends_soon") = false)
      .def("ok", &ContextHandle::ok)
      .def("require_valid",
           [](const ContextHandle& self, const std::string& failed) {
             self.require_valid(failed.c_str());
           },
           nb::arg("failed"))
      .def("shutdown", &ContextHandle::shutdown)
      .def("get_domain_id", &ContextHandle::domain);
  nb::class_<EndHandle, Destroyable>(module, "ContextEnd",
                                     nb::type_slots(Collected<EndHandle>::slots))
      .def(nb::init<const ContextHandle&, nb::object>(), nb::arg("context"), nb::arg("ended"));
  module.def("rclpy_remove_ros_args", [](const std::vector<std::string>& arguments) {
    return without_ros_arguments(arguments);
  });
}

}  // namespace ranvier::python
