#include "ranvier/proto/param/services.h"

#include <exception>
#include <string>
#include <utility>

#include "ranvier/node/log.h"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"

namespace ranvier::param {
namespace {

namespace srv = rcl_interfaces::srv;

void log_refusal(const char* what, const Error& error) {
  const Logger& to = logger("rclcpp");
  if (to.enabled(kWarn)) log(to, kWarn, {}, "cannot %s: %s", what, error.what.c_str());
}

// What cannot be answered is logged here, where the parameters are; the response then stays empty, which is how
// ROS 2 tells a client that a name is unknown.
template <class T>
T answer(const char* what, Result<T> result) {
  if (result) return std::move(*result);
  log_refusal(what, result.error());
  return {};
}

std::string words_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "a callback threw something that is no std::exception";
  }
}

void log_thrown(const std::exception_ptr& thrown) {
  log_text(logger("rclcpp"), kError, {},
           "A callback threw after a client set parameters, which are set: " + words_of(thrown));
}

// A client's mistake must not throw into the server's spin().
// `undeclared`: what it hears of an undeclared parameter, if that names none.
SetResult tried(Store& store, const std::vector<Parameter>& wanted,
                const char* undeclared = nullptr) {
  for (const auto& parameter : wanted) {
    if (parameter.value.type > Type::PARAMETER_STRING_ARRAY) {
      return refused("Unknown type: " + std::to_string(parameter.value.type));
    }
  }
  try {
    std::exception_ptr thrown;  // after the change, which stays
    auto result = store.set(wanted, thrown);
    if (thrown) log_thrown(thrown);
    if (result) return std::move(*result);
    log_refusal("set parameters", result.error());
    const bool not_declared = result.error().code == Code::kNotFound;
    return refused(undeclared && not_declared ? undeclared : result.error().what);
  } catch (...) {
    const std::string why = words_of(std::current_exception());
    log_refusal("set parameters", {Code::kInvalidArgument, why});
    return refused(why);
  }
}

void get(Store& store, const srv::GetParameters::Request& request,
         srv::GetParameters::Response& response) {
  for (auto& parameter : answer("get parameters", store.get_all(request.names))) {
    response.values.push_back(std::move(parameter.value));
  }
}

void set(Store& store, const srv::SetParameters::Request& request,
         srv::SetParameters::Response& response) {
  for (const auto& parameter : request.parameters) {
    response.results.push_back(tried(store, {parameter}));
  }
}

}  // namespace

std::vector<NodeService> services(Store& store) {
  return {
      node_service<srv::GetParameters>(
          "~/get_parameters",
          [&store](const auto& request, auto& response) { get(store, request, response); }),
      node_service<srv::GetParameterTypes>("~/get_parameter_types",
                                           [&store](const auto& request, auto& response) {
                                             response.types = answer("get parameter types",
                                                                     store.types(request.names));
                                           }),
      node_service<srv::SetParameters>(
          "~/set_parameters",
          [&store](const auto& request, auto& response) { set(store, request, response); }),
      node_service<srv::SetParametersAtomically>(
          "~/set_parameters_atomically",
          [&store](const auto& request, auto& response) {
            response.result = tried(store, request.parameters,
                                    "One or more parameters were not declared before setting");
          }),
      node_service<srv::DescribeParameters>(
          "~/describe_parameters",
          [&store](const auto& request, auto& response) {
            response.descriptors = answer("describe parameters", store.describe(request.names));
          }),
      node_service<srv::ListParameters>("~/list_parameters",
                                        [&store](const auto& request, auto& response) {
                                          response.result =
                                              store.list(request.prefixes, request.depth);
                                        }),
  };
}

}  // namespace ranvier::param
