// Requests and responses of every kind of field, for tests of what stores and sends them.
#ifndef TEST_MSGS__SERVICE_FIXTURES_HPP_
#define TEST_MSGS__SERVICE_FIXTURES_HPP_

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "test_msgs/message_fixtures.hpp"
#include "test_msgs/srv/arrays.hpp"
#include "test_msgs/srv/basic_types.hpp"
#include "test_msgs/srv/empty.hpp"

namespace test_msgs::fixtures
{

template<typename Service>
using Calls = std::vector<std::pair<std::shared_ptr<typename Service::Request>,
    std::shared_ptr<typename Service::Response>>>;

/// One call more, of a request and a response that are as they are made.
template<typename Service>
auto & one_more(Calls<Service> & calls)
{
  return calls.emplace_back(
    std::make_shared<typename Service::Request>(), std::make_shared<typename Service::Response>());
}

}  // namespace test_msgs::fixtures

/// One call. Of all: the caller's alone; the request first.
inline test_msgs::fixtures::Calls<test_msgs::srv::Empty> get_services_empty()
{
  test_msgs::fixtures::Calls<test_msgs::srv::Empty> calls;
  test_msgs::fixtures::one_more<test_msgs::srv::Empty>(calls);
  return calls;
}

/// Zeros; numbers that differ, with texts longer than any buffer of a fixed size.
inline test_msgs::fixtures::Calls<test_msgs::srv::BasicTypes> get_services_basic_types()
{
  using test_msgs::fixtures::each_value;
  test_msgs::fixtures::Calls<test_msgs::srv::BasicTypes> calls;
  {
    const auto & [request, response] =
      test_msgs::fixtures::one_more<test_msgs::srv::BasicTypes>(calls);
    request->string_value = "request";
    response->string_value = "reply";
  }
  const auto & [request, response] =
    test_msgs::fixtures::one_more<test_msgs::srv::BasicTypes>(calls);
  int number = 0;
  const auto count = [&number](auto & value) {
      value = static_cast<std::decay_t<decltype(value)>>(++number);
    };
  each_value(*request, count);
  each_value(*response, count);
  request->string_value = std::string(20000, 'q');
  response->string_value = std::string(20000, 'r');
  return calls;
}

/// Zero, the largest and the smallest number in each array; in the response turned by one.
inline test_msgs::fixtures::Calls<test_msgs::srv::Arrays> get_services_arrays()
{
  test_msgs::fixtures::Calls<test_msgs::srv::Arrays> calls;
  const auto & [request, response] = test_msgs::fixtures::one_more<test_msgs::srv::Arrays>(calls);
  test_msgs::fixtures::fill_lists(*request, 3);
  test_msgs::fixtures::fill_lists(*response, 3);
  test_msgs::fixtures::each_list(*response, [](auto & list) {std::swap(list[0], list[1]);});
  return calls;
}

#endif  // TEST_MSGS__SERVICE_FIXTURES_HPP_
