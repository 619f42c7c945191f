#include "rclcpp/context.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <typeindex>

#include "core/c_edge.hpp"
#include "core/core_edge.hpp"
#include "ranvier/assemble/assemble.h"
#include "ranvier/assemble/environment.h"
#include "ranvier/base/at_exit.h"
#include "ranvier/node/arguments.h"
#include "ranvier/node/context.h"
#include "ranvier/os/deadline.h"
#include "rcl/domain_id.h"
#include "rcl/error_handling.h"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions.hpp"

namespace rclcpp
{
namespace
{

using Callback = std::function<void ()>;
using Callbacks = std::vector<std::shared_ptr<Callback>>;

// The contexts that are initialized, for get_contexts().
struct Register
{
  std::mutex mutex;
  std::vector<std::weak_ptr<Context>> contexts;
};
Register & all_contexts()
{
  static auto * const one = new Register;  // outlives static destructors
  return *one;
}

// Those that are looked at are let go of outside the lock: one of them may end
// there, and its end comes here again.
void forget(const Context & gone)
{
  std::vector<Context::SharedPtr> looked_at;
  auto & all = all_contexts();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.contexts.erase(
    std::remove_if(
      all.contexts.begin(), all.contexts.end(), [&](const std::weak_ptr<Context> & weak) {
        looked_at.push_back(weak.lock());
        return !looked_at.back() || looked_at.back().get() == &gone;
      }), all.contexts.end());
}

// Never destroyed: static objects of the user's may end later, and ask for it.
struct TheDefault
{
  std::mutex mutex;  // guards what follows
  contexts::DefaultContext::SharedPtr held;
  std::weak_ptr<contexts::DefaultContext> last;
  bool let_go = false;
};
TheDefault & the_default()
{
  static auto & one = *new TheDefault;
  return one;
}

// It ends outside of the lock: its callbacks may ask for it.
void let_go_of_default() noexcept
{
  TheDefault & here = the_default();
  contexts::DefaultContext::SharedPtr held;
  const std::lock_guard<std::mutex> lock(here.mutex);
  held.swap(here.held);
  here.let_go = true;
}

bool remove(Callbacks & list, const std::shared_ptr<Callback> & callback)
{
  const auto found = std::find(list.begin(), list.end(), callback);
  if (found == list.end()) {return false;}
  list.erase(found);
  return true;
}

std::shared_ptr<Callback> callable(Callback callback, const char * given_to)
{
  detail::check_callback(callback, given_to);
  return std::make_shared<Callback>(std::move(callback));
}

std::vector<Callback> copies(const Callbacks & list)
{
  std::vector<Callback> out;
  for (const auto & callback : list) {out.push_back(*callback);}
  return out;
}

}  // namespace

struct Context::Impl
{
  // What another callback removed meanwhile is not called.
  void call(Callbacks Impl::* list)
  {
    Callbacks to_call;
    {
      std::lock_guard<std::mutex> lock(mutex);
      to_call = this->*list;
    }
    for (const auto & callback : to_call) {
      if (has(list, callback)) {(*callback)();}
    }
  }
  bool has(Callbacks Impl::* list, const std::shared_ptr<Callback> & callback) const
  {
    std::lock_guard<std::mutex> lock(mutex);
    const Callbacks & all = this->*list;
    return std::find(all.begin(), all.end(), callback) != all.end();
  }

  mutable std::mutex mutex;  // guards all but core's own state
  InitOptions options;
  ranvier::Arguments arguments;
  std::shared_ptr<ranvier::Context> core;
  bool ending = false;  // somebody shuts it down: nobody else does
  std::string shutdown_reason;
  Callbacks on_shutdown;
  Callbacks pre_shutdown;
  std::mutex sleep_mutex;
  std::condition_variable sleepers;
  uint64_t interruptions = 0;  // under sleep_mutex
  std::recursive_mutex sub_mutex;  // outside of mutex: making one may ask for another
  std::map<std::type_index, std::shared_ptr<void>> subs;  // under sub_mutex
  std::shared_ptr<rcl_context_t> handle;
};

Context::Context()
: impl_(new Impl) {}

Context::Context(const std::string & shutdown_reason)
: Context()
{
  impl_->shutdown_reason = shutdown_reason;
}

Context::~Context()
{
  if (is_valid()) {shutdown("context destructor was called");}
  if (impl_->handle) {impl_->handle->impl = nullptr;}
}

namespace detail
{
namespace
{
[[noreturn]] void refuse_words(const char * function, int argc, const std::string & why)
{
  throw exceptions::RCLInvalidArgument(
          exceptions::RCLErrorBase(
            RCL_RET_INVALID_ARGUMENT, std::string(function) + ": 'argc' is " +
            std::to_string(argc) + ", and " + why + ". Give both as main() has them, or 0 and "
            "nullptr"), "");
}
}  // namespace

std::vector<std::string> words_of(
  int argc, char const * const * argv, const char * function)
{
  if (argc < 0) {refuse_words(function, argc, "no number of arguments is negative");}
  if (argc > 0 && argv == nullptr) {refuse_words(function, argc, "'argv' is null");}
  std::vector<std::string> words;
  words.reserve(static_cast<size_t>(argc));
  for (int i = 0; i < argc; ++i) {
    if (argv[i] == nullptr) {
      refuse_words(function, argc, "argument " + std::to_string(i) + " is null");
    }
    words.emplace_back(argv[i]);
  }
  return words;
}

}  // namespace detail

namespace
{
// rcl takes no argv without arguments, either.
std::vector<std::string> arguments_of_program(int argc, char const * const * argv)
{
  constexpr const char * kInit = "Context::init()";
  if (argc == 0 && argv != nullptr) {
    detail::refuse_words(kInit, argc, "argc is <= 0, but argv is not NULL");
  }
  return detail::words_of(argc, argv, kInit);
}
}  // namespace

void Context::init(int argc, char const * const * argv, const InitOptions & init_options)
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (impl_->core && impl_->core->valid()) {throw ContextAlreadyInitialized();}
  auto arguments = ranvier::parse_arguments(arguments_of_program(argc, argv));
  if (!arguments) {
    throw exceptions::RCLInvalidROSArgsError(
            exceptions::RCLErrorBase(RCL_RET_INVALID_ROS_ARGS, arguments.error().what), "");
  }
  if (!arguments->unknown.empty()) {
    throw exceptions::UnknownROSArgsError(std::move(arguments->unknown));
  }
  if (init_options.auto_initialize_logging()) {detail::configure_logging(*arguments);}
  ranvier::ContextOptions options;
  if (init_options.has_domain_id()) {options.domain = init_options.get_domain_id();}
  if (!arguments->enclave.empty()) {options.enclave = arguments->enclave;}
  ranvier::call_at_exit<&let_go_of_default>();
  impl_->core = detail::value_or_raise(
    ranvier::make_context(options), "failed to initialize rcl: ");
  impl_->arguments = std::move(*arguments);
  impl_->options = init_options;
  impl_->shutdown_reason.clear();
  impl_->ending = false;
  auto & all_of_them = all_contexts();
  std::lock_guard<std::mutex> register_lock(all_of_them.mutex);
  all_of_them.contexts.push_back(weak_from_this());
}

bool Context::is_valid() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->core && impl_->core->valid();
}
const InitOptions & Context::get_init_options() const {return impl_->options;}
size_t Context::get_domain_id() const {return core()->domain();}
std::string Context::shutdown_reason() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->shutdown_reason;
}

bool Context::shutdown(const std::string & reason)
{
  const auto self = weak_from_this().lock();  // a callback may drop the last other reference
  std::shared_ptr<ranvier::Context> core;
  {
    std::lock_guard<std::mutex> lock(impl_->mutex);
    if (!impl_->core || !impl_->core->valid() || impl_->ending) {return false;}
    impl_->ending = true;
    core = impl_->core;
    impl_->shutdown_reason = reason;
  }
  impl_->call(&Impl::pre_shutdown);
  core->shutdown();
  interrupt_all_sleep_for();
  impl_->call(&Impl::on_shutdown);
  forget(*this);
  return true;
}

Context::OnShutdownCallback Context::on_shutdown(OnShutdownCallback callback)
{
  add_on_shutdown_callback(callback);
  return callback;
}

OnShutdownCallbackHandle Context::add_on_shutdown_callback(OnShutdownCallback callback)
{
  const auto shared = callable(std::move(callback), "Context::on_shutdown()");
  std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->on_shutdown.push_back(shared);
  OnShutdownCallbackHandle handle;
  handle.callback = shared;
  return handle;
}

bool Context::remove_on_shutdown_callback(const OnShutdownCallbackHandle & handle)
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return remove(impl_->on_shutdown, std::static_pointer_cast<Callback>(handle.callback.lock()));
}

PreShutdownCallbackHandle Context::add_pre_shutdown_callback(PreShutdownCallback callback)
{
  const auto shared = callable(std::move(callback), "Context::add_pre_shutdown_callback()");
  std::lock_guard<std::mutex> lock(impl_->mutex);
  impl_->pre_shutdown.push_back(shared);
  PreShutdownCallbackHandle handle;
  handle.callback = shared;
  return handle;
}

bool Context::remove_pre_shutdown_callback(const PreShutdownCallbackHandle & handle)
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return remove(impl_->pre_shutdown, std::static_pointer_cast<Callback>(handle.callback.lock()));
}

std::vector<Context::OnShutdownCallback> Context::get_on_shutdown_callbacks() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return copies(impl_->on_shutdown);
}
std::vector<Context::PreShutdownCallback> Context::get_pre_shutdown_callbacks() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  return copies(impl_->pre_shutdown);
}

bool Context::sleep_for(const std::chrono::nanoseconds & nanoseconds)
{
  const auto until = ranvier::steady_time_after(nanoseconds);
  std::unique_lock<std::mutex> lock(impl_->sleep_mutex);
  const uint64_t seen = impl_->interruptions;
  const bool interrupted = impl_->sleepers.wait_until(
    lock, until, [&] {return impl_->interruptions != seen;});
  lock.unlock();
  return !interrupted && is_valid();
}

void Context::interrupt_all_sleep_for()
{
  std::lock_guard<std::mutex> lock(impl_->sleep_mutex);
  ++impl_->interruptions;
  impl_->sleepers.notify_all();
}

std::shared_ptr<void> Context::sub_context(
  const std::type_info & type, const std::function<std::shared_ptr<void>()> & make)
{
  std::lock_guard<std::recursive_mutex> lock(impl_->sub_mutex);
  const auto found = impl_->subs.find(type);
  return found != impl_->subs.end() ? found->second : impl_->subs[type] = make();
}

std::shared_ptr<rcl_context_t> Context::get_rcl_context()
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!impl_->handle) {impl_->handle = std::make_shared<rcl_context_t>(rcl_context_t{this});}
  return impl_->handle;
}

const std::shared_ptr<ranvier::Context> & Context::core() const
{
  std::lock_guard<std::mutex> lock(impl_->mutex);
  if (!impl_->core) {
    throw exceptions::RCLInvalidArgument(
            exceptions::RCLErrorBase(
              RCL_RET_INVALID_ARGUMENT,
              "context argument is null: the context was never initialized. Call "
              "rclcpp::init(argc, argv), or Context::init(), before nodes, executors and wait sets "
              "are made"),
            "failed to create guard condition: ");
  }
  return impl_->core;
}
const ranvier::Arguments & Context::arguments() const {return impl_->arguments;}

std::vector<Context::SharedPtr> get_contexts()
{
  std::vector<Context::SharedPtr> valid;
  auto & all = all_contexts();
  std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto & weak : all.contexts) {
    if (const auto context = weak.lock()) {valid.push_back(context);}
  }
  return valid;
}

size_t InitOptions::get_domain_id() const
{
  return domain_is_set_ ? domain_id_ : detail::value_or_raise(ranvier::domain_of_environment());
}

const rcl_init_options_t * InitOptions::get_rcl_init_options() const
{
  handle_.impl = this;
  return &handle_;
}

namespace contexts
{
DefaultContext::SharedPtr get_global_default_context()
{
  TheDefault & here = the_default();
  const std::lock_guard<std::mutex> lock(here.mutex);
  if (here.held) {return here.held;}
  here.held = here.last.lock();
  if (!here.held) {
    here.held = std::make_shared<DefaultContext>(here.let_go ? "the process ends" : "");
    here.last = here.held;
  }
  return here.held;
}
}  // namespace contexts

Context::SharedPtr detail::default_context() {return contexts::get_global_default_context();}

}  // namespace rclcpp

bool rcl_context_is_valid(const rcl_context_t * context)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(context, false);
  return context->impl && static_cast<const rclcpp::Context *>(context->impl)->is_valid();
}

rcl_ret_t rcl_init_options_get_domain_id(
  const rcl_init_options_t * init_options, size_t * domain_id)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(init_options, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(init_options->impl, RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(domain_id, RCL_RET_INVALID_ARGUMENT);
  return rclcpp::detail::for_c(
    __func__, [&] {
      *domain_id = static_cast<const rclcpp::InitOptions *>(init_options->impl)->get_domain_id();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_get_default_domain_id(size_t * domain_id)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(domain_id, RCL_RET_INVALID_ARGUMENT);
  return rclcpp::detail::for_c(
    __func__, [&]() -> rcl_ret_t {
      if (ranvier::variable("ROS_DOMAIN_ID").empty()) {return RCL_RET_OK;}
      const auto domain = ranvier::domain_of_environment();
      if (!domain) {return rclcpp::detail::refused(RCL_RET_ERROR, domain.error().what.c_str());}
      *domain_id = *domain;
      return RCL_RET_OK;
    });
}
