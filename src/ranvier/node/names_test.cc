#include "ranvier/node/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace ranvier {
namespace {

using testing::HasSubstr;

struct Case {
  const char* name;
  NameFault fault;
  std::size_t index;
};

template <class Check>
void expect_faults(const Check& check, std::initializer_list<Case> cases) {
  for (const auto& one : cases) {
    const auto found = check(one.name);
    ASSERT_TRUE(found) << "'" << one.name << "' passed";
    EXPECT_EQ(found->fault, one.fault) << one.name;
    EXPECT_EQ(found->index, one.index) << one.name;
  }
}

TEST(NamesTest, NodeNamesAreWordsThatDoNotStartWithADigit) {
  for (const auto* good : {"a", "_a", "talker_1", "A9"})
    EXPECT_FALSE(check_node_name(good)) << good;
  EXPECT_FALSE(check_node_name(std::string(255, 'x')));
  expect_faults(check_node_name, {{"", NameFault::kEmpty, 0},
                                  {"a/b", NameFault::kForbiddenCharacter, 1},
                                  {"ab-c", NameFault::kForbiddenCharacter, 2},
                                  {"1a", NameFault::kStartsWithDigit, 0}});
  EXPECT_EQ(check_node_name(std::string(256, 'x'))->fault, NameFault::kTooLong);
}

TEST(NamesTest, NamespacesAreAbsoluteAndHaveNoLooseSlash) {
  for (const auto* good : {"/", "/a", "/a/b_1"}) EXPECT_FALSE(check_namespace(good)) << good;
  expect_faults(check_namespace, {{"", NameFault::kEmpty, 0},
                                  {"a", NameFault::kNotAbsolute, 0},
                                  {"/a/", NameFault::kEndsWithSlash, 2},
                                  {"/a//b", NameFault::kRepeatedSlash, 3},
                                  {"/a/1b", NameFault::kStartsWithDigit, 3},
                                  {"/a b", NameFault::kForbiddenCharacter, 2},
                                  {"/~", NameFault::kForbiddenCharacter, 1}});
}

TEST(NamesTest, UsersNamesMayBeRelativePrivateAndHaveSubstitutions) {
  for (const auto* good : {"a", "/a/b", "~", "~/a", "{node}/a", "a/{ns}_b", "_hidden"}) {
    EXPECT_FALSE(check_name(good)) << good;
  }
  expect_faults(check_name, {{"", NameFault::kEmpty, 0},
                             {"1a", NameFault::kStartsWithDigit, 0},
                             {"a/2", NameFault::kStartsWithDigit, 2},
                             {"a/", NameFault::kEndsWithSlash, 1},
                             {"/", NameFault::kEndsWithSlash, 0},
                             {"a//b", NameFault::kRepeatedSlash, 2},
                             {"a.b", NameFault::kForbiddenCharacter, 1},
                             {"a/~", NameFault::kTildeNotFirst, 2},
                             {"~a", NameFault::kTildeWithoutSlash, 1},
                             {"{node", NameFault::kUnmatchedBrace, 0},
                             {"node}", NameFault::kUnmatchedBrace, 4},
                             {"{1a}", NameFault::kForbiddenInBraces, 1},
                             {"{a/b}", NameFault::kForbiddenInBraces, 2},
                             {"{{a}}", NameFault::kForbiddenInBraces, 1}});
}

TEST(NamesTest, ErrorsNameTheKindTheRuleTheNameAndTheCharacter) {
  const Error error = name_error(NameKind::kTopic, "a b", {NameFault::kForbiddenCharacter, 1});
  EXPECT_EQ(error.code, Code::kInvalidName);
  EXPECT_EQ(error.what,
            "Invalid topic name: topic name must not contain characters other than "
            "alphanumerics, '_', '~', '{', or '}':\n  'a b'\n    ^\n");
}

std::string expanded(std::string_view name, std::string_view space = "/ns") {
  return *expand_name(NameKind::kTopic, name, "node", space);
}

TEST(NamesTest, ExpansionGivesFullNames) {
  EXPECT_EQ(expanded("a"), "/ns/a");
  EXPECT_EQ(expanded("a", "/"), "/a");
  EXPECT_EQ(expanded("/a"), "/a");
  EXPECT_EQ(expanded("~"), "/ns/node");
  EXPECT_EQ(expanded("~/a", "/"), "/node/a");
  EXPECT_EQ(expanded("{node}/a"), "/ns/node/a");
  EXPECT_EQ(expanded("{ns}/a"), "/ns/a");
  EXPECT_EQ(expanded("a/{node}_x"), "/ns/a/node_x");
}

TEST(NamesTest, ExpansionRefusesWhatIsInvalidBeforeOrAfterIt) {
  EXPECT_THAT(expand_name(NameKind::kService, "{what}", "n", "/").error().what,
              HasSubstr("{node}, {ns} or {namespace}"));
  // "{ns}" is "/": the slashes meet.
  EXPECT_THAT(expand_name(NameKind::kService, "{ns}/a", "n", "/").error().what,
              HasSubstr("repeated '/'"));
  const auto longest = expand_name(NameKind::kTopic, std::string(247, 'x'), "n", "/");
  EXPECT_THAT(longest.error().what, HasSubstr("too long"));
}

RemapRule rule(std::string_view text) { return *parse_remap_rule(text); }

TEST(RemapTest, RulesAreReadInAllTheirForms) {
  EXPECT_EQ(rule("__node:=b").what, RemapRule::What::kNodeName);
  EXPECT_EQ(rule("__name:=b").to, "b");
  EXPECT_EQ(rule("__ns:=/b").what, RemapRule::What::kNamespace);
  EXPECT_EQ(rule("a:=b").what, RemapRule::What::kTopicOrService);
  EXPECT_EQ(rule("rostopic://a:=b").what, RemapRule::What::kTopic);
  const auto service = rule("n:rosservice:///a:=~/b");
  EXPECT_EQ(service.what, RemapRule::What::kService);
  EXPECT_EQ(service.node, "n");
  EXPECT_EQ(service.from, "/a");
  EXPECT_EQ(service.to, "~/b");
}

TEST(RemapTest, BadRulesAreRefusedWithRuleAndRemedy) {
  for (const auto* text : {"", "a", "a:b", ":=", "a:=", ":=b", "a b:=c", "a:=b//c", "__ns:=b",
                           "__node:=a/b", "1n:a:=b", ":a:=b"}) {
    const auto parsed = parse_remap_rule(text);
    ASSERT_FALSE(parsed) << "'" << text << "' passed";
    EXPECT_THAT(parsed.error().what, HasSubstr("'" + std::string(text) + "'"));
    EXPECT_THAT(parsed.error().what, HasSubstr("[node:]from:=to"));
  }
}

TEST(RemapTest, TheFirstRuleThatFitsWinsAndOwnRulesComeFirst) {
  const std::array own{rule("a:=own")};
  const std::array global{rule("a:=global"), rule("b:=x"), rule("b:=y")};
  const RemapRules rules{own, global};
  const auto resolve = [&](std::string_view name) {
    return *resolve_name(NameKind::kTopic, name, "n", "/", rules);
  };
  EXPECT_EQ(resolve("a"), "/own");
  EXPECT_EQ(resolve("/b"), "/x");
  EXPECT_EQ(resolve("c"), "/c");
}

TEST(RemapTest, RulesMatchFullNamesAndOnlyTheirNodeAndKind) {
  const std::array global{rule("n:~/a:=b"), rule("rosservice://c:=d"), rule("/ns/e:=/f")};
  const RemapRules rules{{}, global};
  const auto topic = [&](std::string_view name, std::string_view node) {
    return *resolve_name(NameKind::kTopic, name, node, "/ns", rules);
  };
  EXPECT_EQ(topic("n/a", "n"), "/ns/b");
  EXPECT_EQ(topic("m/a", "m"), "/ns/m/a");
  EXPECT_EQ(topic("c", "n"), "/ns/c");
  EXPECT_EQ(*resolve_name(NameKind::kService, "c", "n", "/ns", rules), "/ns/d");
  EXPECT_EQ(topic("e", "n"), "/f");
}

TEST(RemapTest, NodeNamesAndNamespacesAreRemapped) {
  const std::array global{rule("other:__node:=x"), rule("n:__node:=y"), rule("__ns:=/z")};
  const RemapRules rules{{}, global};
  EXPECT_EQ(remap_node_name(rules, "n"), "y");
  EXPECT_EQ(remap_node_name(rules, "m"), "m");
  EXPECT_EQ(remap_namespace(rules, "n", "/"), "/z");
  EXPECT_EQ(remap_namespace({}, "n", "/q"), "/q");
}

}  // namespace
}  // namespace ranvier
