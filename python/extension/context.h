// A context as Python has it: arguments, routes, and who waits for its end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "extension/handle.h"
#include "ranvier/node/arguments.h"
#include "ranvier/node/context.h"

namespace ranvier::python {

class ContextHandle final : public Destroyable {
 public:
  ContextHandle(std::vector<std::string> arguments, std::optional<std::int64_t> domain,
                bool initialize_logging, bool ends_soon);
  ~ContextHandle() override { end(); }

  /// False as soon as a signal came that ends it.
  bool ok() const noexcept;
  /// Raises RCLError if it has ended, like what follows: `failed` says what was tried.
  void require_valid(const char* failed) const;
  std::size_t domain() const;
  /// Raises RCLError if it was done before.
  void shutdown();
  const std::shared_ptr<Context>& core() const noexcept { return core_; }
  const Arguments& arguments() const noexcept { return arguments_; }

 private:
  void destroy() override;

  Arguments arguments_;
  std::shared_ptr<Context> core_;
};

/// Calls a function of Python once when a context ends, by whatever, on whatever thread; at once
/// if it has ended. Threads: under the GIL.
class EndHandle final : public Destroyable {
 public:
  EndHandle(const ContextHandle& context, nb::object ended);
  ~EndHandle() override { end(); }
  Function function;

 private:
  void destroy() override;
  std::unique_ptr<ContextEnd> end_;
};

/// Raises RCLError if the context has ended: `failed` says what was tried.
void require_valid(const Context& context, const char* failed);

/// Reads arguments. Raises RCLInvalidROSArgsError, or UnknownROSArgsError.
Arguments parse_or_raise(const std::vector<std::string>& arguments);

/// Ends every context of the process that is there. Contract: any thread, without the GIL.
void shutdown_all_contexts() noexcept;

void bind_context(nb::module_& module);

}  // namespace ranvier::python
