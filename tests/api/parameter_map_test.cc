// Parameters in C structures.
#include <gmock/gmock.h>

#include "covers.h"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/parameter_map.hpp"

namespace {

using rclcpp::Parameter;
using rclcpp::exceptions::InvalidParametersException;
using rclcpp::exceptions::InvalidParameterValueException;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(ParameterMapTest, ValuesOfEveryKindAreTakenOver) {
  COVERS("rclcpp", "parameter_value_from");
  bool yes = true;
  std::int64_t seven = 7;
  double half = 0.5;
  char word[] = "word";
  std::uint8_t bytes[] = {1, 2};
  bool bools[] = {true, false};
  std::int64_t integers[] = {3, 4};
  double doubles[] = {0.25};
  char* words[] = {word, word};
  rcl_byte_array_t byte_array{bytes, 2};
  rcl_bool_array_t bool_array{bools, 2};
  rcl_int64_array_t integer_array{integers, 2};
  rcl_double_array_t double_array{doubles, 1};
  rcutils_string_array_t string_array{2, words, rcutils_get_default_allocator()};
  const auto value = [](auto member, auto* pointer) {
    rcl_variant_t variant{};
    variant.*member = pointer;
    return rclcpp::parameter_value_from(&variant);
  };
  EXPECT_EQ(value(&rcl_variant_t::bool_value, &yes).get<bool>(), true);
  EXPECT_EQ(value(&rcl_variant_t::integer_value, &seven).get<int>(), 7);
  EXPECT_EQ(value(&rcl_variant_t::double_value, &half).get<double>(), 0.5);
  EXPECT_EQ(value(&rcl_variant_t::string_value, word).get<std::string>(), "word");
  EXPECT_THAT(value(&rcl_variant_t::byte_array_value, &byte_array).get<std::vector<uint8_t>>(),
              ElementsAre(1, 2));
  EXPECT_THAT(value(&rcl_variant_t::bool_array_value, &bool_array).get<std::vector<bool>>(),
              ElementsAre(true, false));
  EXPECT_THAT(
      value(&rcl_variant_t::integer_array_value, &integer_array).get<std::vector<int64_t>>(),
      ElementsAre(3, 4));
  EXPECT_THAT(value(&rcl_variant_t::double_array_value, &double_array).get<std::vector<double>>(),
              ElementsAre(0.25));
  EXPECT_THAT(
      value(&rcl_variant_t::string_array_value, &string_array).get<std::vector<std::string>>(),
      ElementsAre("word", "word"));
}

TEST(ParameterMapTest, NodesAreTakenByTheirNamesAndPatterns) {
  COVERS("rclcpp", "parameter_map_from");
  char one[] = "/space/one", any[] = "/**", size[] = "size";
  char* nodes[] = {one, any};
  char* names[] = {size};
  std::int64_t three = 3, four = 4;
  rcl_variant_t values[2] = {};
  values[0].integer_value = &three;
  values[1].integer_value = &four;
  rcl_node_params_t params[] = {{names, &values[0], 1, 1}, {names, &values[1], 1, 1}};
  rcl_params_t all{nodes, params, 2, 2, rcutils_get_default_allocator()};
  const auto map = rclcpp::parameter_map_from(&all);
  EXPECT_THAT(map.at("/space/one"), ElementsAre(Parameter("size", 3)));
  EXPECT_THAT(map.at("/**"), ElementsAre(Parameter("size", 4)));
  EXPECT_THAT(rclcpp::parameter_map_from(&all, "/other").at("/other"),
              ElementsAre(Parameter("size", 4)));
  EXPECT_EQ(rclcpp::parameter_map_from(&all, "/space/one").at("/space/one").size(), 2u);
}

TEST(ParameterMapTest, ANodeGetsWhatItsNameAndEachPatternThatMeansItHold) {
  COVERS("rclcpp", "parameters_from_map");
  const rclcpp::ParameterMap map = {{"/space/one", {Parameter("a", 1)}},
                                    {"/**", {Parameter("b", 2)}},
                                    {"/*/one", {Parameter("c", 3)}},
                                    {"/*", {Parameter("d", 4)}},
                                    {"/space/two", {Parameter("e", 5)}}};
  EXPECT_THAT(rclcpp::parameters_from_map(map, "/space/one"),
              UnorderedElementsAre(Parameter("a", 1), Parameter("b", 2), Parameter("c", 3)));
  EXPECT_THAT(rclcpp::parameters_from_map(map, "/other"),
              UnorderedElementsAre(Parameter("b", 2), Parameter("d", 4)));
  EXPECT_EQ(rclcpp::parameters_from_map(map).size(), 5u);
}

TEST(ParameterMapTest, NullIsRefused) {
  rcl_variant_t nothing{};
  EXPECT_THROW(rclcpp::parameter_value_from(nullptr), InvalidParameterValueException);
  EXPECT_THROW(rclcpp::parameter_value_from(&nothing), InvalidParameterValueException);
  EXPECT_THROW(rclcpp::parameter_map_from(nullptr), InvalidParametersException);
  rcl_params_t all{};
  EXPECT_TRUE(rclcpp::parameter_map_from(&all).empty());
  all.num_nodes = 1;
  EXPECT_THROW(rclcpp::parameter_map_from(&all), InvalidParametersException);
  char node[] = "/n";
  char* nodes[] = {node};
  rcl_node_params_t params{};
  params.num_params = 1;
  all.node_names = nodes;
  all.params = &params;
  EXPECT_THROW(rclcpp::parameter_map_from(&all), InvalidParametersException);
}

}  // namespace
