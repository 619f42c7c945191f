#include "ranvier/node/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "comma_locale.h"
#include "seeded.h"

namespace ranvier {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

Result<Arguments> parse(const Words& words) { return parse_arguments(words); }

TEST(ArgumentsTest, OnlyTheBlockIsOurs) {
  const auto parsed =
      parse({"prog", "-x", "--ros-args", "-r", "a:=b", "--", "tail", "--ros-args", "-r", "c:=d"});
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->others, ElementsAre("prog", "-x", "tail"));
  ASSERT_EQ(parsed->remaps.size(), 2u);
  EXPECT_EQ(parsed->remaps[1].from, "c");
  EXPECT_THAT(parsed->unknown, IsEmpty());
}

TEST(ArgumentsTest, RemovalKeepsWhatIsNotOursEvenWhenOursIsBad) {
  EXPECT_THAT(without_ros_arguments(Words{"p", "--ros-args", "-r", "bad", "--", "x"}),
              ElementsAre("p", "x"));
  EXPECT_THAT(without_ros_arguments(Words{"p", "--ros-args", "--ros-args"}), ElementsAre("p"));
}

TEST(ArgumentsTest, UnknownArgumentsAreCollected) {
  const auto parsed = parse({"--ros-args", "--log-levle", "debug", "-r", "a:=b"});
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->unknown, ElementsAre("--log-levle", "debug"));
  EXPECT_EQ(parsed->remaps.size(), 1u);
}

TEST(ArgumentsTest, LevelsSwitchesEnclaveAndFiles) {
  const auto parsed = parse({"--ros-args", "--log-level", "WARN", "--log-level", "a.b:=debug",
                             "--disable-rosout-logs", "--enable-stdout-logs", "--log-file-name",
                             "f", "-e", "/e/f"});
  ASSERT_TRUE(parsed);
  EXPECT_THAT(parsed->log_levels,
              ElementsAre(std::pair(std::string(), 30), std::pair(std::string("a.b"), 10)));
  EXPECT_EQ(parsed->rosout_logs, false);
  EXPECT_EQ(parsed->stdout_logs, true);
  EXPECT_EQ(parsed->external_lib_logs, std::nullopt);
  EXPECT_EQ(parsed->log_file_name, "f");
  EXPECT_EQ(parsed->enclave, "/e/f");
}

TEST(ArgumentsTest, BadValuesFailNamingArgumentValueAndRemedy) {
  struct Case {
    Words words;
    const char* value;
    const char* remedy;
  };
  for (const auto& one : {
           Case{{"-r", "ab"}, "'-r ab'", ":="},
           Case{{"-r"}, "'-r ", "missing"},
           Case{{"-p", "--"}, "'-p ", "missing"},
           Case{{"-p", "a"}, "'-p a'", "[node:]name:=value"},
           Case{{"-p", ":=1"}, "'-p :=1'", "[node:]name:=value"},
           Case{{"-p", "a:=[1, b]"}, "[1, b]", "one type"},
           Case{{"-p", "a:={b: 1}"}, "{b: 1}", "scalar"},
           Case{{"--log-level", "loud"}, "'loud'", "debug, info, warn, error, fatal"},
           Case{{"-e", "e"}, "'-e e'", "lead with a '/'"},
           Case{{"--log-config-file", "l.conf"}, "'--log-config-file l.conf'", "--log-level"},
           Case{{"--params-file", "/nowhere.yaml"}, "/nowhere.yaml", "No such file"},
       }) {
    Words words{"--ros-args"};
    words.insert(words.end(), one.words.begin(), one.words.end());
    const auto parsed = parse(words);
    ASSERT_FALSE(parsed) << one.value;
    EXPECT_EQ(parsed.error().code, Code::kInvalidArgument);
    EXPECT_THAT(parsed.error().what, HasSubstr(one.value));
    EXPECT_THAT(parsed.error().what, HasSubstr(one.remedy));
  }
}

TEST(ArgumentsTest, ParametersAreForAllNodesOrForOne) {
  const auto parsed = parse({"--ros-args", "-p", "a:=1", "-p", "n:b.c:='x y'"});
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->parameters.size(), 2u);
  EXPECT_EQ(parsed->parameters[0].node, "/**");
  EXPECT_EQ(parsed->parameters[0].value, ParameterValue(std::int64_t{1}));
  EXPECT_EQ(parsed->parameters[1].node, "n");
  EXPECT_EQ(parsed->parameters[1].name, "b.c");
  EXPECT_EQ(parsed->parameters[1].value, ParameterValue(std::string("x y")));
}

ParameterValue value(std::string_view yaml) {
  auto parsed = parse_parameter_value(yaml);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().what);
  return parsed ? *parsed : ParameterValue();
}

void expect_all(std::initializer_list<const char*> texts, const ParameterValue& expected) {
  for (const auto* text : texts) EXPECT_EQ(value(text), expected) << text;
}

// What Jazzy made of each, as `rclpy` with `-p a:=<text>` showed it.
TEST(ParameterValueTest, ScalarsHaveTheTypesThatRos2GivesThem) {
  expect_all({"true", "YES", "on", "y", "!!bool true"}, true);
  expect_all({"False", "no", "OFF", "n"}, false);
  expect_all({"31", "0x1F", "037", "+31", "!!float 31", "!!bool 31", "!!null 31", "! 31", "!own 31",
              "!str 31", "&anchor 31", "|-\n  31", "|\n  31", ">-\n  31"},
             std::int64_t{31});
  expect_all({"-42", "-0x2a", "-052"}, std::int64_t{-42});
  expect_all({"8.0", "08", "8.", "0x1p3", "0x8.0", "8e0", "!!int 8.0"}, 8.0);
  expect_all({"1e3", "1E3", "+1e3"}, 1000.0);
  expect_all({"99999999999999999999"}, 99999999999999999999.0);
  for (const auto* text : {"yEs", "tRue", "0o17", "0b101", "0B1", "1_000", "1_0.5", "1e", "0x",
                           "1.2.3", "true1", "1e400", "1e-400", "~", "null", "1:30", "1,5"}) {
    EXPECT_EQ(value(text), ParameterValue(std::string(text)));
  }
  expect_all(
      {"'31'", "\"31\"", "!!str 31", "!!int \"31\"", "! '31'", "!<tag:yaml.org,2002:str> 31"},
      std::string("31"));
  expect_all({"'nan'", "\"nan\"", "!!str nan", "!!float 'nan'"}, std::string("nan"));
  expect_all({"!!int abc"}, std::string("abc"));
  expect_all({"''", "\"\"", "!!str ''"}, std::string());
}

TEST(ParameterValueTest, WhatIsNoFiniteNumberIsADoubleWithAndWithoutTheDot) {
  for (const auto* text : {"nan", "NaN", "NAN", "-nan", "+nan", ".nan", ".NaN", ".NAN",
                           "!!float nan", "!!float .nan", "|-\n  nan"}) {
    const auto read = value(text);
    ASSERT_TRUE(std::holds_alternative<double>(read)) << text;
    EXPECT_TRUE(std::isnan(std::get<double>(read))) << text;
  }
  expect_all({"inf", "+inf", "Inf", "INF", "infinity", ".inf", ".Inf", ".INF", "+.inf"}, HUGE_VAL);
  expect_all({"-inf", "-infinity", "-.inf", "-.Inf", "-.INF"}, -HUGE_VAL);
  for (const auto* text : {"-.nan", "+.nan", "infin", ".Nan"}) {
    EXPECT_EQ(value(text), ParameterValue(std::string(text)));
  }
  EXPECT_EQ(value("[.inf, -inf, 1.0]"), ParameterValue(std::vector{HUGE_VAL, -HUGE_VAL, 1.0}));
  EXPECT_FALSE(parse_parameter_value("[1, nan]"));
}

TEST(ParameterValueTest, WhatADumpWritesIsRead) {
  using Bytes = std::vector<std::uint8_t>;
  expect_all({"5e-324", "4.9406564584124654e-324"}, std::numeric_limits<double>::denorm_min());
  expect_all({"-2.2250738585072009e-308"}, -2.2250738585072009e-308);
  expect_all(
      {"!!binary AQL/", "!!binary |\n  AQL/\n", "!!binary 'AQL/'",
       "[!!binary AQ==, !!binary Ag==, !!binary /w==]", "- !!binary |\n  AQI=\n- !!binary /w=="},
      Bytes{1, 2, 255});
  expect_all({"!!binary ''"}, Bytes{});
  for (const auto* text : {"!!binary A", "!!binary AQ=", "!!binary A=Q=", "!!binary ====",
                           "!!binary A_==", "[!!binary AQ==, 1]", "[1, !!binary AQ==]"}) {
    EXPECT_FALSE(parse_parameter_value(text)) << text;
  }
}

TEST(ParameterValueTest, TheLocaleOfTheProcessChangesNothing) {
  const support::CommaLocale comma;
  if (!comma.there()) GTEST_SKIP() << "localedef is not installed";
  EXPECT_EQ(*parse_parameter_value("2.75"), ParameterValue(2.75));
  EXPECT_EQ(*parse_parameter_value("2,75"), ParameterValue("2,75"));
  EXPECT_EQ(*parse_parameter_value("[0.25, 1e-3]"),
            ParameterValue(std::vector<double>{0.25, 1e-3}));
  const auto file = parse_parameter_yaml("n: {ros__parameters: {a: 1234.5, b: 1234567}}", "a file");
  ASSERT_TRUE(file) << file.error().what;
  EXPECT_EQ((*file)[0].value, ParameterValue(1234.5));
  EXPECT_EQ((*file)[1].value, ParameterValue(std::int64_t{1234567}));
}

TEST(ParameterValueTest, ArraysHaveOneType) {
  EXPECT_EQ(value("[1, 2]"), ParameterValue(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(value("[1.0, 2.5]"), ParameterValue(std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(value("[true, off]"), ParameterValue(std::vector<bool>{true, false}));
  EXPECT_EQ(value("[a, 'b', !!str 1]"), ParameterValue(Words{"a", "b", "1"}));
  EXPECT_EQ(value("[]"), ParameterValue());
  EXPECT_FALSE(parse_parameter_value("[1, 2.0]"));
  EXPECT_FALSE(parse_parameter_value("[!!float 1, 2.0]"));
  EXPECT_FALSE(parse_parameter_value("[!!str 1, 2]"));
  EXPECT_FALSE(parse_parameter_value("[[1], [2]]"));
  EXPECT_FALSE(parse_parameter_value("[1"));
  EXPECT_FALSE(parse_parameter_value(""));
}

TEST(ParameterFileTest, NodesNamespacesAndNestedNames) {
  const auto read = parse_parameter_yaml(R"(
/**:
  ros__parameters:
    use_sim_time: true
ns:
  talker:
    ros__parameters:
      a: {b: {c: [1, 2]}}
      d: text
/abs/node:
  ros__parameters: {e: 1.0}
)",
                                         "f");
  ASSERT_TRUE(read) << read.error().what;
  ASSERT_EQ(read->size(), 4u);
  EXPECT_EQ((*read)[0].node, "/**");
  EXPECT_EQ((*read)[1].node, "/ns/talker");
  EXPECT_EQ((*read)[1].name, "a.b.c");
  EXPECT_EQ((*read)[2].value, ParameterValue(std::string("text")));
  EXPECT_EQ((*read)[3].node, "/abs/node");
}

TEST(ParameterFileTest, AFileOfAComponentMayNameNoNodeAndMixNumbers) {
  const std::string text = "a: {b: 1}\nc: [1, 2.5, 3]\nd: [1.5, 2]\n";
  const auto read = parse_component_yaml(text, "f", "/ns/n");
  ASSERT_TRUE(read) << read.error().what;
  ASSERT_EQ(read->size(), 3u);
  EXPECT_EQ((*read)[0].node, "/ns/n");
  EXPECT_EQ((*read)[0].name, "a.b");
  EXPECT_EQ((*read)[1].value, ParameterValue(std::vector<double>{1, 2.5, 3}));
  EXPECT_EQ((*read)[2].value, ParameterValue(std::vector<double>{1.5, 2}));
  EXPECT_FALSE(parse_parameter_yaml(text, "f"));
  const auto of_another = parse_component_yaml("m: {ros__parameters: {a: 1}}", "f", "/ns/n");
  ASSERT_TRUE(of_another) << of_another.error().what;
  EXPECT_EQ(of_another->front().node, "/m");
}

TEST(ParameterFileTest, WhatIsWrongIsNamedWithItsLine) {
  struct Case {
    const char* yaml;
    const char* where;
    const char* what;
  };
  for (const auto& one : {
           Case{"n:\n  a: 1\n", "f, line 2", "ros__parameters"},
           Case{"ros__parameters:\n  a: 1\n", "f, line", "below a node's name"},
           Case{"n:\n  ros__parameters:\n    a:\n", "f, line 3", "missing"},
           Case{"n:\n  ros__parameters:\n    a: [1, x]\n", "f, line 3", "one type"},
           Case{"n:\n  ros__parameters:\n    a: &x 1\n    b: *x\n", "f, line 4", "alias"},
           Case{"n: [\n", "f, line", "has a value"},
           Case{"n:\n\tros__parameters: 1\n", "f, line 2", "YAML"},
           Case{"[1]\n", "f, line 1", "map of node names"},
       }) {
    const auto read = parse_parameter_yaml(one.yaml, "f");
    ASSERT_FALSE(read) << one.yaml;
    EXPECT_THAT(read.error().what, HasSubstr(one.where)) << one.yaml;
    EXPECT_THAT(read.error().what, HasSubstr(one.what)) << one.yaml;
  }
  EXPECT_TRUE(parse_parameter_yaml("", "f"));
}

// Of nodes, of parameters and of maps within them, plain or quoted.
TEST(ParameterFileTest, EmptyKeysAreRefused) {
  for (const char* const yaml : {
           "'':\n  ros__parameters: {a: 1}\n",
           "n:\n  ros__parameters:\n    '': 1\n",
           "n:\n  ros__parameters:\n    a: {'': 1}\n",
           "n:\n  ros__parameters:\n    ? \n    : 1\n",
       }) {
    const auto read = parse_parameter_yaml(yaml, "f");
    ASSERT_FALSE(read) << yaml;
    EXPECT_THAT(read.error().what, HasSubstr("a key must not be empty")) << yaml;
  }
  for (const char* const assigned : {":=1", "n::=1", ":a:=1"}) {
    EXPECT_FALSE(parse_arguments(std::vector<std::string>{"--ros-args", "-p", assigned}))
        << assigned;
  }
}

TEST(ParameterFileTest, MapsWithinMapsAreBounded) {
  const auto nested = [](int levels) {
    std::string text = "n: {ros__parameters: ";
    for (int i = 0; i < levels; ++i) text += "{a: ";
    return text + "1" + std::string(levels, '}') + "}";
  };
  const auto deep = parse_parameter_yaml(nested(98), "a file");
  ASSERT_TRUE(deep) << deep.error().what;
  EXPECT_EQ((*deep)[0].name.size(), 2u * 98 - 1);
  for (const int levels : {99, 900, 100'000}) {
    const auto deeper = parse_parameter_yaml(nested(levels), "a file");
    ASSERT_FALSE(deeper);
    EXPECT_THAT(deeper.error().what, HasSubstr("a file, line 1: more than 100 maps within maps"));
  }
  std::string names;
  for (int i = 0; i < 100'000; ++i) names += "{a: ";
  EXPECT_FALSE(parse_parameter_yaml(names, "a file"));
}

TEST(ParameterFileTest, FilesAndArgumentsStandInTheOrderGiven) {
  const std::string path = testing::TempDir() + "params_" + std::to_string(::getpid()) + ".yaml";
  std::ofstream(path) << "n: {ros__parameters: {a: 2}}\n";
  const auto parsed = parse({"--ros-args", "-p", "a:=1", "--params-file", path, "-p", "a:=3"});
  ::unlink(path.c_str());
  ASSERT_TRUE(parsed) << parsed.error().what;
  ASSERT_EQ(parsed->parameters.size(), 3u);
  EXPECT_EQ(parsed->parameters[1].value, ParameterValue(std::int64_t{2}));
  EXPECT_EQ(parsed->parameters[2].value, ParameterValue(std::int64_t{3}));
}

// What a pattern means, in as few words as can be; slow and deep for long ones.
bool matches_by_definition(const std::vector<std::string>& pattern, std::size_t p,
                           const std::vector<std::string>& name, std::size_t n) {
  if (p == pattern.size()) return n == name.size();
  if (pattern[p] == "**") {
    for (std::size_t end = n; end <= name.size(); ++end) {
      if (matches_by_definition(pattern, p + 1, name, end)) return true;
    }
    return false;
  }
  return n < name.size() && (pattern[p] == "*" || pattern[p] == name[n]) &&
         matches_by_definition(pattern, p + 1, name, n + 1);
}

class WildcardProperty : public support::SeededTest {};

TEST_F(WildcardProperty, APatternMatchesWhatItsDefinitionSays) {
  const auto path = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += "/" + part;
    return text;
  };
  const auto some = [&](const std::vector<std::string>& from, std::size_t least) {
    std::vector<std::string> parts;
    for (std::size_t left = least + random_.below(5); left > 0; --left) {
      parts.push_back(random_.of(from));
    }
    return parts;
  };
  for (int i = 0; i < 20'000; ++i) {
    const auto pattern = some({"a", "b", "*", "**"}, 1), name = some({"a", "b"}, 1);
    ASSERT_EQ(matches_node(path(pattern), path(name)), matches_by_definition(pattern, 0, name, 0))
        << path(pattern) << " " << path(name);
  }
}

// Each "**" was a call within a call, and two of them tried each other's ends.
TEST(ParameterFileTest, AnyNumberOfWildcardsIsMatchedInALoop) {
  std::string wildcards, name;
  for (int i = 0; i < 200'000; ++i) wildcards += "/**";
  for (int i = 0; i < 100; ++i) name += "/a";
  EXPECT_TRUE(matches_node(wildcards, name));
  EXPECT_FALSE(matches_node(wildcards + "/b", name));
}

TEST(ParameterFileTest, WildcardsMatchPartsOfFullNames) {
  struct Case {
    const char* pattern;
    const char* node;
    bool matches;
  };
  for (const auto& one : {
           Case{"/**", "/n", true},
           Case{"/**", "/a/b/n", true},
           Case{"n", "/n", true},
           Case{"n", "/a/n", false},
           Case{"/n", "/n", true},
           Case{"/*", "/n", true},
           Case{"/*", "/a/n", false},
           Case{"/*/n", "/a/n", true},
           Case{"/*/n", "/n", false},
           Case{"/**/n", "/n", true},
           Case{"/**/n", "/a/b/n", true},
           Case{"/**/n", "/a/m", false},
           Case{"/a/**", "/a/b/c", true},
           Case{"/a/**", "/b/c", false},
           Case{"/a/*/n", "/a/b/n", true},
           Case{"/nn", "/n", false},
       }) {
    EXPECT_EQ(matches_node(one.pattern, one.node), one.matches) << one.pattern << " " << one.node;
  }
}

}  // namespace
}  // namespace ranvier
