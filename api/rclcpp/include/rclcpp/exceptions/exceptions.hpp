// What the API throws.
#ifndef RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_
#define RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_

#include <algorithm>
#include <cstring>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rcl/types.h"
#include "rclcpp/macros.hpp"

struct rcutils_error_state_s;
/// What a failed call of C left on its thread.
typedef struct rcutils_error_state_s rcl_error_state_t;

namespace rclcpp
{
namespace exceptions
{

/// A node was used after its life or never became one.
class RCLCPP_PUBLIC InvalidNodeError : public std::runtime_error
{
public:
  /// "node is invalid"
  InvalidNodeError()
  : std::runtime_error("node is invalid") {}
};

/// A name of any kind breaks the rules of its kind; says at which character.
class RCLCPP_PUBLIC NameValidationError : public std::invalid_argument
{
public:
  /// Keeps copies. @param invalid_index_arg of the first character that is wrong, from 0 on.
  NameValidationError(
    const char * name_type_arg, const char * name_arg, const char * error_msg_arg,
    size_t invalid_index_arg);
  /// The text of what(), with a mark below the character.
  static std::string format_error(
    const char * name_type, const char * name, const char * error_msg, size_t invalid_index);

  const std::string name_type;  ///< "topic name" and the like
  const std::string name;  ///< as it was given
  const std::string error_msg;  ///< the rule that it breaks
  const size_t invalid_index;  ///< of the first character that is wrong
};

/// A node's name has something else than letters, digits and underscores, or begins with a digit.
class RCLCPP_PUBLIC InvalidNodeNameError : public NameValidationError
{
public:
  InvalidNodeNameError(const char * node_name, const char * message, size_t index)
  : NameValidationError("node name", node_name, message, index) {}
};

/// A namespace has no slash in front, or a part of it is no name.
class RCLCPP_PUBLIC InvalidNamespaceError : public NameValidationError
{
public:
  InvalidNamespaceError(const char * namespace_, const char * message, size_t index)
  : NameValidationError("namespace", namespace_, message, index) {}
};

/// A topic's name, or what it expands to, is none.
class RCLCPP_PUBLIC InvalidTopicNameError : public NameValidationError
{
public:
  InvalidTopicNameError(const char * topic_name, const char * message, size_t index)
  : NameValidationError("topic name", topic_name, message, index) {}
};

/// A service's or action's name, or what it expands to, is none.
class RCLCPP_PUBLIC InvalidServiceNameError : public NameValidationError
{
public:
  InvalidServiceNameError(
    const char * service_name, const char * message, size_t index)
  : NameValidationError("service name", service_name, message, index) {}
};

/// A function that ROS 2 declares and does not have, either.
class RCLCPP_PUBLIC UnimplementedError : public std::runtime_error
{
public:
  UnimplementedError()
  : std::runtime_error("This code is unimplemented.") {}
  explicit UnimplementedError(const std::string & msg)
  : std::runtime_error(msg) {}
};

/// Forgets the error of the calling thread.
typedef void (* reset_error_function_t)();

/// Throws the exception that belongs to a return code; std::invalid_argument
/// if the code is RCL_RET_OK. `prefix` and ": " come before the message. `error_state`
/// null means the calling thread's; `reset_error` (may be null) is called before it throws.
[[noreturn]] RCLCPP_PUBLIC void throw_from_rcl_error(
  rcl_ret_t ret, const std::string & prefix = "",
  const rcl_error_state_t * error_state = nullptr,
  reset_error_function_t reset_error = rcutils_reset_error);

/// What a failed call of the C interfaces left behind. Those that derive from it put the
/// `prefix` that they are given before the message as it is.
class RCLCPP_PUBLIC RCLErrorBase
{
public:
  /// Copies the state; null is an empty one.
  RCLErrorBase(rcl_ret_t code, const rcl_error_state_t * error_state);
  RCLErrorBase(rcl_ret_t code, const std::string & text);  ///< Without a place in a file.
  RCLErrorBase(const RCLErrorBase &) = default;
  RCLErrorBase & operator=(const RCLErrorBase &) = default;
  virtual ~RCLErrorBase() = default;

  rcl_ret_t ret;  ///< the code, one of RCL_RET_…
  std::string message;  ///< what was wrong, and the remedy
  std::string file;  ///< where it was found; may be empty
  size_t line;  ///< in that file; 0 if there is none
  std::string formatted_message;  ///< message, file and line in one text
};

/// The same as an exception of C++: what() is `prefix` and the formatted message.
template<typename ExceptionT>
class RCLCPP_PUBLIC RCLException : public RCLErrorBase, public ExceptionT
{
public:
  RCLException(
    rcl_ret_t code, const rcl_error_state_t * error_state, const std::string & prefix)
  : RCLException(RCLErrorBase(code, error_state), prefix) {}
  RCLException(const RCLErrorBase & base_exc, const std::string & prefix)
  : RCLErrorBase(base_exc), ExceptionT(prefix + base_exc.formatted_message) {}
};

/// Any failure that has no class of its own; `ret` says which.
class RCLCPP_PUBLIC RCLError : public RCLException<std::runtime_error>
{
public:
  using RCLException::RCLException;
};

/// No memory.
class RCLCPP_PUBLIC RCLBadAlloc : public RCLErrorBase, public std::bad_alloc
{
public:
  RCLBadAlloc(rcl_ret_t ret, const rcl_error_state_t * error_state);
  explicit RCLBadAlloc(const RCLErrorBase & base_exc);
};

/// An argument that no call could accept.
class RCLCPP_PUBLIC RCLInvalidArgument : public RCLException<std::invalid_argument>
{
public:
  using RCLException::RCLException;
};

/// --ros-args holds something that cannot be read; names argument and value.
class RCLCPP_PUBLIC RCLInvalidROSArgsError : public RCLException<std::runtime_error>
{
public:
  using RCLException::RCLException;
};

/// --ros-args holds arguments that nobody knows.
class RCLCPP_PUBLIC UnknownROSArgsError : public std::runtime_error
{
public:
  /// Names them.
  explicit UnknownROSArgsError(std::vector<std::string> && unknown_ros_args_in);

  const std::vector<std::string> unknown_ros_args;  ///< as they were given
};

/// An event was used that was taken from its owner.
class RCLCPP_PUBLIC InvalidEventError : public std::runtime_error
{
public:
  InvalidEventError()
  : std::runtime_error("event is invalid") {}
};

/// An event was used that no graph knows.
class RCLCPP_PUBLIC EventNotRegisteredError : public std::runtime_error
{
public:
  EventNotRegisteredError()
  : std::runtime_error("event already registered") {}
};

/// A set of parameters contradicts itself or cannot be read.
class RCLCPP_PUBLIC InvalidParametersException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A value is refused: out of its range, or by a callback.
class RCLCPP_PUBLIC InvalidParameterValueException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A value has another type than the parameter was declared with.
class RCLCPP_PUBLIC InvalidParameterTypeException : public std::runtime_error
{
public:
  InvalidParameterTypeException(const std::string & name, const std::string & message)
  : std::runtime_error("parameter '" + name + "' has invalid type: " + message) {}
};

/// A parameter was declared with a type and without a default, and nothing sets it.
class RCLCPP_PUBLIC UninitializedStaticallyTypedParameterException : public std::runtime_error
{
public:
  explicit UninitializedStaticallyTypedParameterException(const std::string & name)
  : std::runtime_error("Statically typed parameter '" + name + "' must be initialized.") {}
};

/// declare_parameter() of a name that is declared.
class RCLCPP_PUBLIC ParameterAlreadyDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Use of a name that is not declared, in a node that does not allow it.
class RCLCPP_PUBLIC ParameterNotDeclaredException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A read-only parameter was to be changed or undeclared.
class RCLCPP_PUBLIC ParameterImmutableException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A callback of parameters declares, sets or undeclares one.
class RCLCPP_PUBLIC ParameterModifiedInCallbackException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// The value of a parameter was asked for that has none.
class RCLCPP_PUBLIC ParameterUninitializedException : public std::runtime_error
{
public:
  explicit ParameterUninitializedException(const std::string & name)
  : std::runtime_error("parameter '" + name + "' is not initialized") {}
};

/// A parameter that overrides a QoS is refused: the policy cannot have that value.
class RCLCPP_PUBLIC InvalidQosOverridesException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// Two profiles cannot be compared.
class RCLCPP_PUBLIC QoSCheckCompatibleException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A callback group outlived its node.
class RCLCPP_PUBLIC MissingGroupNodeException : public std::runtime_error
{
public:
  explicit MissingGroupNodeException(const std::string & obj_type)
  : std::runtime_error("cannot create: " + obj_type + " , callback group not in node") {}
};

/// The name of a type that no message library has.
class RCLCPP_PUBLIC UnknownTypeError : public std::runtime_error
{
public:
  explicit UnknownTypeError(const std::string & type)
  : std::runtime_error("Unknown type: " + type) {}
};

}  // namespace exceptions

/// For code that does without an event whose kind the middleware lacks; thrown by an
/// EventHandler whose kind of event is none.
class RCLCPP_PUBLIC UnsupportedEventTypeException
  : public exceptions::RCLException<std::runtime_error>
{
public:
  using RCLException::RCLException;
};

}  // namespace rclcpp
#endif  // RCLCPP__EXCEPTIONS__EXCEPTIONS_HPP_
