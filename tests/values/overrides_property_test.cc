// Parameters of a node from files and arguments for it, for others and for all:
// of those that mean the node, the last on the command line counts.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "running.hpp"

namespace {

/// A node pattern, and whether it means the node /ns/n.
struct Pattern {
  const char* text;
  bool means_it;
};
constexpr Pattern kPatterns[] = {
    {"/**", true}, {"/ns/n", true}, {"/*/n", true}, {"/**/n", true},  {"/ns/**", true},
    {"n", false},  {"/n", false},   {"/*", false},  {"/ns/m", false}, {"/other/**", false}};
constexpr const char* kNames[] = {"a", "b", "c.d"};

class OverridesTest : public Running {
 protected:
  std::size_t below(std::size_t count) { return random_() % count; }

  // A file with one parameter for each of some patterns.
  std::string write_file(int number) {
    std::filesystem::create_directories(folder_);
    const std::string path = folder_ + "/" + std::to_string(number) + ".yaml";
    std::ofstream file(path);
    for (const Pattern& pattern : kPatterns) {
      if (below(3) != 0) continue;
      const char* name = kNames[below(3)];
      file << pattern.text << ":\n  ros__parameters:\n    " << name << ": " << ++value_ << "\n";
      if (pattern.means_it) expected_[name] = value_;
    }
    return path;
  }

  std::vector<std::string> arguments() {
    std::vector<std::string> words{"-r", "__ns:=/ns"};
    for (std::size_t left = below(6); left > 0; --left) {
      if (below(3) == 0) {
        words.insert(words.end(), {"--params-file", write_file(static_cast<int>(left))});
        continue;
      }
      const Pattern& pattern = kPatterns[below(std::size(kPatterns))];
      const char* name = kNames[below(3)];
      words.insert(words.end(), {"-p", std::string(pattern.text) + ":" + name +
                                           ":=" + std::to_string(++value_)});
      if (pattern.means_it) expected_[name] = value_;
    }
    return words;
  }

  const unsigned seed_ = std::random_device{}();
  std::mt19937 random_{seed_};
  int value_ = 0;
  std::map<std::string, int> expected_;
};

TEST_F(OverridesTest, TheLastThatMeansTheNodeCounts) {
  SCOPED_TRACE(testing::Message() << "seed " << seed_);
  int set = 0;
  for (int i = 0; i < 60; ++i) {
    expected_.clear();
    const auto words = arguments();
    std::string trace;
    for (const auto& word : words) trace += word + " ";
    SCOPED_TRACE(trace);
    init(words);
    {
      const auto made = std::make_shared<rclcpp::Node>(
          "n", rclcpp::NodeOptions()
                   .automatically_declare_parameters_from_overrides(true)
                   .start_parameter_services(false));
      for (const char* name : kNames) {
        const bool declared = made->has_parameter(name);
        ASSERT_EQ(declared, expected_.count(name) != 0) << name;
        if (declared) {
          EXPECT_EQ(made->get_parameter(name).as_int(), expected_[name]) << name;
        }
        set += declared;
      }
    }
    executor_.reset();
    rclcpp::shutdown();
  }
  EXPECT_GT(set, 20);
}

}  // namespace
