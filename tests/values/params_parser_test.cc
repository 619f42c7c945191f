// rcl_yaml_param_parser: parameter files and values in C structures.
#include <gmock/gmock.h>
#include <rcl_yaml_param_parser/parser.h>
#include <rcutils/error_handling.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <rclcpp/parameter_map.hpp>
#include <string>

#include "covers.h"

namespace {

using testing::HasSubstr;

struct Fini {
  void operator()(rcl_params_t* params) const { rcl_yaml_node_struct_fini(params); }
};
using Params = std::unique_ptr<rcl_params_t, Fini>;

Params made() {
  rcutils_reset_error();
  return Params(rcl_yaml_node_struct_init(rcutils_get_default_allocator()));
}

/// A file with that text, which goes with this.
class File {
 public:
  explicit File(const std::string& text)
      : path_(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() +
              std::to_string(::getpid()) + ".yaml") {
    std::ofstream(path_) << text;
  }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const char* path() const { return path_.c_str(); }

 private:
  const std::string path_;
};

TEST(ParamsParser, AFileGivesNodesNamesAndTypedValues) {
  COVERS("rcl", "rcl_parse_yaml_file", "rcl_yaml_node_struct_get");
  const Params params = made();
  const File file(
      "lidar:\n  ros__parameters:\n    on: true\n    rate: 10\n    gain: 0.5\n    frame: 'map'\n"
      "    flags: [true, false]\n    ids: [1, 2]\n    offsets: [0.5, 1.5]\n    names: [a, b]\n"
      "    pid: {p: 3}\n");
  ASSERT_TRUE(rcl_parse_yaml_file(file.path(), params.get())) << rcutils_get_error_string().str;
  ASSERT_EQ(params->num_nodes, 1u);
  EXPECT_EQ(params->params[0].num_params, 9u);
  const auto get = [&](const char* name) {
    return rcl_yaml_node_struct_get("lidar", name, params.get());
  };
  EXPECT_TRUE(*get("on")->bool_value);
  EXPECT_EQ(*get("rate")->integer_value, 10);
  EXPECT_EQ(*get("gain")->double_value, 0.5);
  EXPECT_STREQ(get("frame")->string_value, "map");
  EXPECT_EQ(get("flags")->bool_array_value->size, 2u);
  EXPECT_EQ(get("ids")->integer_array_value->values[1], 2);
  EXPECT_EQ(get("offsets")->double_array_value->values[1], 1.5);
  EXPECT_STREQ(get("names")->string_array_value->data[1], "b");
  EXPECT_EQ(*get("pid.p")->integer_value, 3);
  EXPECT_EQ(get("rate")->double_value, nullptr);
  const auto map = rclcpp::parameter_map_from(params.get());
  EXPECT_EQ(map.at("/lidar").size(), 9u);
}

TEST(ParamsParser, AValueReplacesTheOneBefore) {
  COVERS("rcl", "rcl_parse_yaml_value");
  const Params params = made();
  ASSERT_TRUE(rcl_parse_yaml_value("/**", "x", "1", params.get()));
  ASSERT_TRUE(rcl_parse_yaml_value("/**", "x", "[1.0, 2.0]", params.get()));
  const rcl_variant_t* x = rcl_yaml_node_struct_get("/**", "x", params.get());
  EXPECT_EQ(x->integer_value, nullptr);
  EXPECT_EQ(x->double_array_value->size, 2u);
  EXPECT_FALSE(rcl_parse_yaml_value("/**", "x", "[1, a]", params.get()));
  EXPECT_THAT(rcutils_get_error_string().str, HasSubstr("one type"));
  rcutils_reset_error();
  EXPECT_FALSE(rcl_parse_yaml_value(nullptr, "x", "1", params.get()));
  EXPECT_TRUE(rcutils_error_is_set());
  rcutils_reset_error();
}

TEST(ParamsParser, AFileThatCannotBeReadChangesNothing) {
  const Params params = made();
  ASSERT_TRUE(rcl_parse_yaml_value("n", "x", "1", params.get()));
  const File file("n:\n  ros__parameters:\n    x: 2\n    bad: [1, a]\n");
  EXPECT_FALSE(rcl_parse_yaml_file(file.path(), params.get()));
  EXPECT_THAT(rcutils_get_error_string().str, HasSubstr(".yaml"));
  rcutils_reset_error();
  EXPECT_FALSE(rcl_parse_yaml_file("/no/such/file", params.get()));
  EXPECT_THAT(rcutils_get_error_string().str, HasSubstr("/no/such/file"));
  rcutils_reset_error();
  EXPECT_EQ(params->params[0].num_params, 1u);
  EXPECT_EQ(*rcl_yaml_node_struct_get("n", "x", params.get())->integer_value, 1);
}

TEST(ParamsParser, GrowsAndIsCopied) {
  COVERS("rcl", "rcl_yaml_node_struct_copy", "rcl_yaml_node_struct_init_with_capacity",
         "rcl_yaml_node_struct_reallocate");
  COVERS("rcl", "rcl_yaml_node_struct_init", "rcl_yaml_node_struct_fini");
  const auto allocator = rcutils_get_default_allocator();
  const Params params(rcl_yaml_node_struct_init_with_capacity(1, allocator));
  for (int node = 0; node < 20; ++node) {
    for (int x = 0; x < 20; ++x) {
      ASSERT_TRUE(rcl_parse_yaml_value(("n" + std::to_string(node)).c_str(),
                                       ("x" + std::to_string(x)).c_str(), "text", params.get()));
    }
  }
  const Params copy(rcl_yaml_node_struct_copy(params.get()));
  ASSERT_EQ(copy->num_nodes, 20u);
  EXPECT_STREQ(rcl_yaml_node_struct_get("n19", "x19", copy.get())->string_value, "text");
  EXPECT_NE(rcl_yaml_node_struct_get("n19", "x19", copy.get())->string_value,
            rcl_yaml_node_struct_get("n19", "x19", params.get())->string_value);
  EXPECT_EQ(rcl_yaml_node_struct_reallocate(copy.get(), 40, allocator), RCUTILS_RET_OK);
  EXPECT_EQ(copy->capacity_nodes, 40u);
  EXPECT_EQ(rcl_yaml_node_struct_reallocate(copy.get(), 3, allocator),
            RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  EXPECT_EQ(rcl_yaml_node_struct_init_with_capacity(0, allocator), nullptr);
  rcutils_reset_error();
  rcl_yaml_node_struct_fini(rcl_yaml_node_struct_init(allocator));
  rcl_yaml_node_struct_fini(nullptr);
}

}  // namespace
