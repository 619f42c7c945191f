#include "ranvier/assemble/assemble.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ranvier/assemble/security.h"
#include "ranvier/assemble/settings.h"
#include "ranvier/assemble/tracing.h"
#include "ranvier/base/at_exit.h"
#include "ranvier/local/local_route.h"
#include "ranvier/os/fork.h"
#include "ranvier/os/mutex.h"
#include "ranvier/policy/policy_file.h"
#include "ranvier/shm/shm_route.h"

namespace ranvier {
namespace {

Result<KeepAllBound> keep_all_bound() {
  KeepAllBound bound;
  const auto samples = number("RANVIER_KEEP_ALL_SAMPLES", bound.samples, 1, SIZE_MAX);
  if (!samples) return samples.error();
  const auto bytes = number("RANVIER_KEEP_ALL_BYTES", bound.bytes, 1, SIZE_MAX);
  if (!bytes) return bytes.error();
  return KeepAllBound{*samples, *bytes};
}

// The process's shared memory, opened when it is first asked for, and let go of when
// the process ends; null, which is said once, if this process cannot have any.
class RuntimeOfProcess final {
 public:
  // Never destroyed: static objects may make a context while the process ends.
  static RuntimeOfProcess& get() {
    static auto& one = *new RuntimeOfProcess;
    return one;
  }
  std::shared_ptr<shm::ShmRuntime> runtime(const std::function<void(const std::string&)>& warn) {
    Lock lock(mutex_);
    call_at_exit<&let_go_at_exit>();
    if (asked_ && asked_->is_this()) return runtime_;
    // What a child of fork() has is its parent's: it must neither use nor end it.
    if (asked_) static_cast<void>(new std::shared_ptr<shm::ShmRuntime>(std::move(runtime_)));
    asked_.emplace();
    runtime_ = {};
    shm::ShmRuntime::Options options;
    options.warn = warn;
    options.reaches_itself = false;
    auto opened = shm::ShmRuntime::open(options);
    if (opened) {
      runtime_ = std::move(*opened);
    } else {
      warn(opened.error().what);
    }
    return runtime_;
  }

 private:
  static void let_go_at_exit() noexcept {
    RuntimeOfProcess& here = get();
    std::shared_ptr<shm::ShmRuntime> runtime;  // ends outside of the lock
    Lock lock(here.mutex_);
    if (!here.asked_ || !here.asked_->is_this()) return;  // a parent's: see runtime()
    runtime.swap(here.runtime_);
    here.asked_.reset();
  }

  Mutex mutex_{"shm runtimes"};
  std::optional<MakingProcess> asked_ RANVIER_GUARDED_BY(mutex_);
  std::shared_ptr<shm::ShmRuntime> runtime_ RANVIER_GUARDED_BY(mutex_);
};

// The network, under a route through shared memory if one is wanted and can be.
Result<std::unique_ptr<Route>> open_network(const NetworkRow& row, const NetworkOptions& options) {
  const auto unwanted = second_of("RANVIER_SHM", "1", "0");
  if (!unwanted) return unwanted.error();
  auto network = row.open(options);
  // Shared memory is for all processes of the user: what DDS protects must not go through it.
  if (!network || *unwanted || options.security) return network;
  const auto link = (*network)->peer_link();
  if (!link) return link.error();
  if (*link == nullptr) return network;
  auto runtime = RuntimeOfProcess::get().runtime(options.warn);
  if (!runtime) return network;
  return shm::open_shm_route(std::move(*network), **link, std::move(runtime),
                             options.keep_all_bound);
}

}  // namespace

Result<std::shared_ptr<Context>> make_context(const ContextOptions& options) {
  const auto row = chosen_network();
  if (!row) return row.error();
  return make_context(options, {*row, 1});
}

Result<std::shared_ptr<Context>> make_context(const ContextOptions& options,
                                              std::span<const NetworkRow> rows) {
  if (rows.empty() || rows.size() > Routes::kMostNetworks) {
    return Error{Code::kInvalidArgument,
                 "A context was asked to have " + std::to_string(rows.size()) +
                     " networks. It can have 1 to " + std::to_string(Routes::kMostNetworks) +
                     " (PerRoute::kMostNetworks)."};
  }
  if (auto had = check_settings(rows.front(), &warn_of); !had) return had.error();
  auto domain = options.domain ? Result<std::size_t>(*options.domain) : domain_of_environment();
  if (!domain) return domain.error();
  trace_in_domain(*domain);
  auto bound = keep_all_bound();
  if (!bound) return bound.error();
  auto security = security_of_environment(options.enclave, &warn_of);
  if (!security) return security.error();
  const auto report = std::make_shared<TypeReport>(&warn_of);
  Routes routes(open_local_route(report));
  for (const NetworkRow& row : rows) {
    auto asked = network_options(row);
    if (!asked) return asked.error();
    asked->domain = static_cast<std::uint32_t>(*domain);
    asked->enclave = options.enclave;
    asked->ends_soon = options.ends_soon;
    asked->security = *security;
    asked->keep_all_bound = bound->samples;
    asked->type_report = report;
    auto network = open_network(row, *asked);
    if (!network) return network.error();
    routes.add_network(std::move(*network));
  }
  auto policy = PolicyFile::of_environment();
  if (!policy) return policy.error();
  const auto short_slices = second_of("RANVIER_SHORT_SLICES", "0", "1");
  if (!short_slices) return short_slices.error();
  auto context = std::make_shared<Context>(std::move(routes), *domain, *bound);
  if (*short_slices) context->use_short_slices();
  context->use_policy(*std::move(policy));
  return context;
}

}  // namespace ranvier
