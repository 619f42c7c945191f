// Command lines of random words against a reading of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "ranvier/node/arguments.h"
#include "seeded.h"

namespace ranvier {
namespace {

using support::Seeded;
using support::SeededTest;
using testing::AnyOf;
using testing::HasSubstr;

using Words = std::vector<std::string>;

/// A command line and what must be read from it, written down side by side.
struct CommandLine {
  Words words{"program"};
  Words others{"program"};
  Words unknown;
  Words remaps;                                                 // the targets
  std::vector<std::pair<std::string, std::string>> parameters;  // node pattern, name
  std::vector<std::pair<std::string, int>> levels;
  std::string enclave;
  std::optional<bool> rosout;

  void add(std::initializer_list<std::string> more) { words.insert(words.end(), more); }
};

void add_argument(CommandLine& line, Seeded& random) {
  const std::string name = random.of<std::string>({"a", "b", "c_d", "/e/f", "~/g"});
  switch (random.below(7)) {
    case 0:
      line.add({random.of<std::string>({"-r", "--remap"}), "x:=" + name});
      return line.remaps.push_back(name);
    case 1: {
      const std::string node = random.of<std::string>({"", "n", "/ns/n", "/**", "/*/n"});
      const std::string parameter = random.of<std::string>({"p", "q.r", "s_1"});
      line.add({random.of<std::string>({"-p", "--param"}),
                (node.empty() ? "" : node + ":") + parameter + ":=1"});
      return line.parameters.push_back({node.empty() ? "/**" : node, parameter});
    }
    case 2: {
      const auto [level, number] = random.of<std::pair<std::string, int>>(
          {{"debug", 10}, {"INFO", 20}, {"warn", 30}, {"ERROR", 40}, {"fatal", 50}});
      const std::string logger = random.of<std::string>({"", "rcl", "a.b"});
      line.add({"--log-level", (logger.empty() ? "" : logger + ":=") + level});
      return line.levels.push_back({logger, number});
    }
    case 3:
      line.enclave = random.of<std::string>({"/", "/a", "/a/b"});
      return line.add({random.of<std::string>({"-e", "--enclave"}), line.enclave});
    case 4:
      line.rosout = random.one_in(2);
      return line.add({*line.rosout ? "--enable-rosout-logs" : "--disable-rosout-logs"});
    case 5:
      line.add({"--ros-args"});  // once more inside: it changes nothing
      return;
    default: line.add({"--what"}); return line.unknown.push_back("--what");
  }
}

CommandLine make_line(Seeded& random) {
  CommandLine line;
  for (std::size_t parts = random.below(5); parts > 0; --parts) {
    if (random.one_in(2)) {  // not ours
      const std::string other = random.of<std::string>({"-r", "x", "-p", "a:=b", "--log-level"});
      line.add({other});
      line.others.push_back(other);
      continue;
    }
    line.add({"--ros-args"});
    for (std::size_t count = random.below(5); count > 0; --count) add_argument(line, random);
    line.add({"--"});  // left out at the end, if chance says so
  }
  if (line.words.back() == "--" && random.one_in(2)) line.words.pop_back();
  return line;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

using ArgumentsProperty = SeededTest;

TEST_F(ArgumentsProperty, ACommandLineIsReadAsItWasWritten) {
  for (int i = 0; i < 3'000; ++i) {
    const CommandLine line = make_line(random_);
    SCOPED_TRACE(joined(line.words));
    const auto read = parse_arguments(line.words);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->others, line.others);
    EXPECT_EQ(read->unknown, line.unknown);
    EXPECT_EQ(read->log_levels, line.levels);
    EXPECT_EQ(read->enclave, line.enclave);
    EXPECT_EQ(read->rosout_logs, line.rosout);
    Words remaps;
    for (const RemapRule& rule : read->remaps) remaps.push_back(rule.to);
    EXPECT_EQ(remaps, line.remaps);
    std::vector<std::pair<std::string, std::string>> parameters;
    for (const auto& one : read->parameters) parameters.push_back({one.node, one.name});
    EXPECT_EQ(parameters, line.parameters);
    EXPECT_EQ(without_ros_arguments(line.words), line.others);
    if (HasFailure()) return;
  }
}

// The first bad argument is the one that is named, with its value and what to
// write instead.
TEST_F(ArgumentsProperty, ABadArgumentIsNamedWithItsValueAndARemedy) {
  const std::vector<Words> bad = {
      {"-r", "x"},
      {"--remap", "a b:=c"},
      {"-r", "__node:=a/b"},
      {"-r", "n:a:=//"},
      {"-p", "x"},
      {"--param", ":=1"},
      {"-p", "n::=1"},
      {"-p", "a:=[1, x]"},
      {"-p", "a:={b: 1}"},
      {"-p", "a:=[[1]]"},
      {"-p", "a:="},
      {"-p", "a:=\"x"},
      {"-p", "a:=!!str"},
      {"--log-level", "loud"},
      {"--log-level", "a:="},
      {"--log-level", ":=info"},
      {"-e", "a"},
      {"--enclave", "/a//b"},
      {"-e", "/1"},
      {"--params-file", "/no/where"},
  };
  for (int i = 0; i < 1'000; ++i) {
    CommandLine line = make_line(random_);
    const Words& wrong = bad[random_.below(bad.size())];
    line.add({"--ros-args", wrong[0], wrong[1], "-r", "also bad"});
    SCOPED_TRACE(joined(line.words));
    const auto read = parse_arguments(line.words);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().what, HasSubstr("'" + wrong[0] + " " + wrong[1] + "'"));
    EXPECT_THAT(read.error().what,
                AnyOf(HasSubstr("rite "), HasSubstr("must "), HasSubstr("the tags are"),
                      HasSubstr("Check the path"), HasSubstr("may ")));
    if (HasFailure()) return;
  }
}

// ---- patterns of node names ----

std::string grammar_of(const std::string& pattern) {
  std::string grammar;
  std::string part;
  const std::string parts = pattern[0] == '/' ? pattern.substr(1) : pattern;
  for (std::size_t i = 0; i <= parts.size(); ++i) {
    if (i < parts.size() && parts[i] != '/') {
      part += parts[i];
      continue;
    }
    grammar += part == "**" ? "(?:/[^/]+)*" : part == "*" ? "/[^/]+" : "/" + part;
    part.clear();
  }
  return grammar;
}

TEST_F(ArgumentsProperty, APatternMeansTheNodesThatItsWildcardsSay) {
  int matched = 0;
  for (int i = 0; i < 5'000; ++i) {
    std::string pattern = random_.of<std::string>({"a", "/a", "/*", "/**", "*", "**"});
    for (std::size_t parts = random_.below(3); parts > 0; --parts) {
      pattern += random_.of<std::string>({"/a", "/b", "/*", "/**"});
    }
    std::string node;
    for (std::size_t parts = 1 + random_.below(4); parts > 0; --parts) {
      node += random_.of<std::string>({"/a", "/b", "/c"});
    }
    const bool expected = std::regex_match(node, std::regex(grammar_of(pattern)));
    ASSERT_EQ(matches_node(pattern, node), expected) << pattern << " " << node;
    matched += expected;
  }
  EXPECT_GT(matched, 500);
}

}  // namespace
}  // namespace ranvier
