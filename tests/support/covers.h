// COVERS: a test says which public names of ROS 2's C++ API it asserts.
//
//   TEST(QosTest, ANumberIsKeepLast) {
//     COVERS("rclcpp::QoS", "depth", "history");
//     ...
//
// The words are those of tests/coverage/names. They count when the test has run
// and passed; tools/api_coverage.py adds them up (`make api-coverage`).
#ifndef COVERS_H_
#define COVERS_H_

#include <gtest/gtest.h>

#include <string>

namespace covers {

/// Notes in the running test's record that it asserts `names` of `scope`, or the
/// class `scope` itself when there are no names. Thread: the test's own.
/// @param scope  a namespace, a class or "(macros)"; after its header and a space
///               where several headers have the name: "rclcpp/qos.hpp rclcpp";
///               with braces for several: "rclcpp::node_interfaces::NodeBase{,Interface}".
template <class... Names>
void record(const std::string& scope, const Names&... names) {
  if constexpr (sizeof...(names) == 0) {
    testing::Test::RecordProperty("covers " + scope + " |", "");
  } else {
    (testing::Test::RecordProperty("covers " + scope + " | " + names, ""), ...);
  }
}

}  // namespace covers

#define COVERS(...) ::covers::record(__VA_ARGS__)

#endif  // COVERS_H_
