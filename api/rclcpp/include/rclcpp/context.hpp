// A context: one participant of the domain, and the life that its nodes share; start and end.
#ifndef RCLCPP__CONTEXT_HPP_
#define RCLCPP__CONTEXT_HPP_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rcl/event.h"
#include "rcl/types.h"
#include "rclcpp/macros.hpp"
#include "rcutils/logging_macros.h"

namespace rclcpp::detail
{

/// As std::chrono::duration_cast, but a span that is too long for 64 bits becomes
/// the longest one there is, of its sign. What is not a number becomes zero.
template<typename Rep, typename Period>
constexpr std::chrono::nanoseconds to_nanoseconds(const std::chrono::duration<Rep, Period> & span)
{
  using std::chrono::nanoseconds;
  // Rounded as the cast would round: a long double of 0.3 s would lose a nanosecond.
  using Number = std::conditional_t<std::is_floating_point_v<Rep>, Rep, long double>;
  const Number size =
    std::chrono::duration_cast<std::chrono::duration<Number, std::nano>>(span).count();
  if (size != size) {return nanoseconds::zero();}
  if (size >= static_cast<Number>(0x1p63L)) {return nanoseconds::max();}
  if (size < static_cast<Number>(-0x1p63L)) {return nanoseconds::min();}
  if constexpr (std::is_floating_point_v<Rep>) {
    return nanoseconds(static_cast<int64_t>(size));
  } else {
    return std::chrono::duration_cast<nanoseconds>(span);
  }
}

}  // namespace rclcpp::detail

namespace rclcpp
{

/// How a context begins. A value.
class RCLCPP_PUBLIC InitOptions
{
public:
  /// Whether shutdown on a signal is wanted for this context.
  bool shutdown_on_signal = true;

  InitOptions() = default;  ///< With logging, and the domain of ROS_DOMAIN_ID.
  /// Accepted for compatibility: the runtime allocates by itself.
  explicit InitOptions(rcutils_allocator_t) {}
  InitOptions(const InitOptions & other) = default;
  InitOptions & operator=(const InitOptions & other) = default;
  virtual ~InitOptions() = default;

  /// Whether it opens the log file.
  bool auto_initialize_logging() const {return auto_initialize_logging_;}
  /// Whether init() opens the log file. @return this.
  InitOptions & auto_initialize_logging(bool initialize_logging)
  {
    auto_initialize_logging_ = initialize_logging;
    return *this;
  }
  /// The domain that was set, or the one of ROS_DOMAIN_ID.
  size_t get_domain_id() const;
  /// The DDS domain, 0 to 232, in place of ROS_DOMAIN_ID.
  void set_domain_id(size_t domain_id)
  {
    domain_id_ = domain_id;
    domain_is_set_ = true;
  }
  void use_default_domain_id() {domain_is_set_ = false;}  ///< Again that of ROS_DOMAIN_ID.
  bool has_domain_id() const {return domain_is_set_;}  ///< Whether set_domain_id() was called.

  /// Names these options to functions of rcl; valid as long as this object.
  const rcl_init_options_t * get_rcl_init_options() const;

private:
  bool auto_initialize_logging_ = true;
  bool domain_is_set_ = false;
  size_t domain_id_ = 0;
  mutable rcl_init_options_t handle_{};
};

}  // namespace rclcpp

namespace ranvier
{
class Context;
struct Arguments;
}

namespace rclcpp
{

/// Thrown by a second init() of one context.
class ContextAlreadyInitialized : public std::runtime_error
{
public:
  ContextAlreadyInitialized()
  : std::runtime_error("context is already initialized") {}
};

/// What add_on_shutdown_callback() gives and remove_on_shutdown_callback() takes.
class ShutdownCallbackHandle
{
public:
  using ShutdownCallbackType = std::function<void ()>;  ///< Takes nothing, gives nothing.

private:
  friend class Context;
  std::weak_ptr<void> callback;  // a ShutdownCallbackType
};
/// Names a callback that runs after the shutdown.
using OnShutdownCallbackHandle = ShutdownCallbackHandle;
/// Names one that runs before it.
using PreShutdownCallbackHandle = ShutdownCallbackHandle;

/// What nodes share: arguments, domain, transports, and the shutdown.
/// Threads: all functions from any thread; init() and shutdown() one at a time.
class RCLCPP_PUBLIC Context : public std::enable_shared_from_this<Context>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Context)
  using OnShutdownCallback = OnShutdownCallbackHandle::ShutdownCallbackType;
  using PreShutdownCallback = PreShutdownCallbackHandle::ShutdownCallbackType;

  Context();  ///< Not initialized yet.
  virtual ~Context();  ///< Shuts it down, if nobody did.
  RCLCPP_DISABLE_COPY(Context)

  /// Reads `--ros-args`, the environment, and joins the domain.
  /// @throws ContextAlreadyInitialized, exceptions::RCLInvalidROSArgsError,
  ///         exceptions::RCLError (the middleware refused).
  virtual void init(
    int argc, char const * const * argv, const InitOptions & init_options = InitOptions());
  bool is_valid() const;  ///< From init() until shutdown().
  const InitOptions & get_init_options() const;  ///< What init() was given.
  size_t get_domain_id() const;  ///< The DDS domain that it joined.
  std::string shutdown_reason() const;  ///< Of shutdown(); empty while it is valid.
  /// Runs the shutdown callbacks and makes every spin of this context return.
  /// @return false if it was not valid.
  virtual bool shutdown(const std::string & reason);

  /// The same, and cannot be removed.
  virtual OnShutdownCallback on_shutdown(OnShutdownCallback callback);
  /// Called by shutdown(), on its thread, when the context is no longer valid.
  virtual OnShutdownCallbackHandle add_on_shutdown_callback(OnShutdownCallback callback);
  /// False: it is not there.
  virtual bool remove_on_shutdown_callback(const OnShutdownCallbackHandle & handle);
  /// Called by shutdown(), on its thread, while the context is still valid.
  virtual PreShutdownCallbackHandle add_pre_shutdown_callback(PreShutdownCallback callback);
  /// False: it is not there.
  virtual bool remove_pre_shutdown_callback(const PreShutdownCallbackHandle & handle);
  std::vector<OnShutdownCallback> get_on_shutdown_callbacks() const;  ///< In their order.
  std::vector<PreShutdownCallback> get_pre_shutdown_callbacks() const;  ///< In their order.

  /// @return false if the context was shut down or the sleep was interrupted.
  bool sleep_for(const std::chrono::nanoseconds & nanoseconds);
  void interrupt_all_sleep_for();  ///< Each sleep_for() of now returns false.

  /// The one object of its class that this context owns, made of `args` by the
  /// first call; it lives until the context is destroyed.
  template<typename SubContextT, typename ... Args>
  std::shared_ptr<SubContextT> get_sub_context(Args && ... args)
  {
    return std::static_pointer_cast<SubContextT>(
      sub_context(
        typeid(SubContextT), [&]() -> std::shared_ptr<void> {
          return std::make_shared<SubContextT>(std::forward<Args>(args) ...);
        }));
  }
  /// Names the context to functions of rcl; keeps nothing alive.
  std::shared_ptr<rcl_context_t> get_rcl_context();

  /// The transports behind it. @throws exceptions::RCLInvalidArgument if it
  /// was never initialized.
  const std::shared_ptr<ranvier::Context> & core() const;
  const ranvier::Arguments & arguments() const;  ///< Those after --ros-args. The runtime's own.

protected:
  /// As if it had been shut down for `shutdown_reason`, if that is not empty.
  explicit Context(const std::string & shutdown_reason);

private:
  std::shared_ptr<void> sub_context(
    const std::type_info & type, const std::function<std::shared_ptr<void>()> & make);

  struct Impl;
  detail::Owned<Impl> impl_;
};

/// Every context that is initialized now.
RCLCPP_PUBLIC std::vector<Context::SharedPtr> get_contexts();

namespace contexts
{
/// The context of who names none.
class RCLCPP_PUBLIC DefaultContext : public Context
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(DefaultContext)

  DefaultContext() = default;  ///< get_global_default_context() gives the one in use.
  /// For the runtime, when the process ends.
  explicit DefaultContext(const std::string & shutdown_reason) : Context(shutdown_reason) {}
};
/// The runtime holds it until main() has returned; destructors of static objects that
/// ask for it then get the same if somebody still has it, else a new one that is shut
/// down and may be initialized.
RCLCPP_PUBLIC DefaultContext::SharedPtr get_global_default_context();
}  // namespace contexts

namespace detail
{
/// The same, as what it is to most.
RCLCPP_PUBLIC Context::SharedPtr default_context();
}  // namespace detail

}  // namespace rclcpp


namespace rclcpp
{

/// Which of SIGINT and SIGTERM shut contexts down.
enum class SignalHandlerOptions { All, SigInt, SigTerm, None };

/// Initializes the default context and the signal handlers.
/// @throws as Context::init().
RCLCPP_PUBLIC void init(int argc, char const * const * argv);
/// The same with options. @param signal_handler_options which signals are handled.
RCLCPP_PUBLIC void init(
  int argc, char const * const * argv, const InitOptions & init_options,
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
/// A signal shuts down each context whose options want it, on a thread of ours; the handler that
/// was there before is called too. @return false if they are installed already.
RCLCPP_PUBLIC bool install_signal_handlers(
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
RCLCPP_PUBLIC bool signal_handlers_installed();  ///< By init(), or the function above.
/// Which are handled now; None if there are no handlers.
RCLCPP_PUBLIC SignalHandlerOptions get_current_signal_handler_options();
RCLCPP_PUBLIC bool uninstall_signal_handlers();  ///< False: there are none.
/// init(), and the arguments of the program that are not between --ros-args and --.
RCLCPP_PUBLIC std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions());
/// The arguments that are not between --ros-args and --; argv is left as it is.
RCLCPP_PUBLIC std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv);

/// True while the context is initialized and not shut down.
RCLCPP_PUBLIC bool ok(Context::SharedPtr context = nullptr);
/// Shuts a context down; without one, the default context and the handlers.
RCLCPP_PUBLIC bool shutdown();
/// The same of one context; null is the default one. @return false if it was not valid.
RCLCPP_PUBLIC bool shutdown(
  Context::SharedPtr context, const std::string & reason = "user called rclcpp::shutdown()");
/// As Context::on_shutdown(); null is the default context.
RCLCPP_PUBLIC void on_shutdown(std::function<void()> callback, Context::SharedPtr context = nullptr);
/// As Context::sleep_for(); null is the default context.
RCLCPP_PUBLIC bool sleep_for(
  const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context = nullptr);

/// Whether x + y is above the range of its type.
template<typename T>
bool add_will_overflow(const T x, const T y)
{
  return y > 0 && x > std::numeric_limits<T>::max() - y;
}
/// Whether x + y is below the range of its type.
template<typename T>
bool add_will_underflow(const T x, const T y)
{
  return y < 0 && x < std::numeric_limits<T>::min() - y;
}
/// Whether x - y is above the range of its type.
template<typename T>
bool sub_will_overflow(const T x, const T y)
{
  return y < 0 && x > std::numeric_limits<T>::max() + y;
}
/// Whether x - y is below the range of its type.
template<typename T>
bool sub_will_underflow(const T x, const T y)
{
  return y > 0 && x < std::numeric_limits<T>::min() + y;
}

inline const char * get_c_string(const char * string) {return string;}  ///< As it is.
/// Valid as long as the string.
inline const char * get_c_string(const std::string & string) {return string.c_str();}
/// Pointers into the strings, valid as long as they.
RCLCPP_PUBLIC std::vector<const char *> get_c_vector_string(
  const std::vector<std::string> & strings);

/// The full name that `name` stands for in a node, before remapping.
/// Throws exceptions::InvalidTopicNameError or exceptions::InvalidServiceNameError
/// (`is_service`), exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError.
RCLCPP_PUBLIC std::string expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service = false);

}  // namespace rclcpp
#endif  // RCLCPP__CONTEXT_HPP_
