// Names and remapping against the grammar of ROS 2's design pages ("Topic and
// Service Names", "Static Remapping"), written down here once more as regular
// expressions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "ranvier/node/names.h"
#include "seeded.h"

namespace ranvier {
namespace {

using support::Seeded;
using support::SeededTest;
using testing::HasSubstr;

const std::string kToken = "[A-Za-z_][A-Za-z0-9_]*";
const std::string kBraces = "\\{(?:" + kToken + ")?\\}";
// A token of a name as users write it: letters and substitutions.
const std::string kUserToken = "(?:[A-Za-z_]|" + kBraces + ")(?:[A-Za-z0-9_]|" + kBraces + ")*";
const std::string kUserName =
    "(?:~(?:/" + kUserToken + ")*|/?" + kUserToken + "(?:/" + kUserToken + ")*)";

bool fits(const std::string& name, const std::string& grammar) {
  static std::map<std::string, std::regex> known;
  return std::regex_match(name, known.try_emplace(grammar, grammar).first->second);
}
bool is_node_name(const std::string& name) { return name.size() <= 255 && fits(name, kToken); }
bool is_namespace(const std::string& name) {
  return name.size() <= 245 && fits(name, "/|(?:/" + kToken + ")+");
}
bool is_full_name(const std::string& name) {
  return name.size() <= 247 && fits(name, "(?:/" + kToken + ")+");
}
bool is_user_name(const std::string& name) { return fits(name, kUserName); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// What a name stands for; empty if it stands for nothing.
std::string expansion(std::string name, const std::string& node, const std::string& space) {
  if (!is_user_name(name)) return {};
  const std::string inside = space == "/" ? "/" : space + "/";
  if (name[0] == '~') name = inside + node + name.substr(1);
  name = replaced(replaced(replaced(name, "{node}", node), "{ns}", space), "{namespace}", space);
  if (name.find('{') != name.npos) return {};
  if (name[0] != '/') name = inside + name;
  return is_full_name(name) ? name : std::string();
}

const std::vector<std::string> kPieces{
    "a",           "bc",  "_",  "7", "/", "/", "//", "~", "~/", "{node}",  "{ns}",
    "{namespace}", "{x}", "{}", "{", "}", "-", " ",  ".", ":",  "\xc3\xa9"};

std::string token(Seeded& random) {
  return random.of<std::string>({"a", "b", "_c", "D"}) + random.pieces({"a", "1", "_", "Z"}, 3);
}
std::string space(Seeded& random) {
  std::string text;
  for (std::size_t parts = random.below(3); parts > 0; --parts) text += "/" + token(random);
  return text.empty() ? "/" : text;
}
/// Mostly valid, so that rules meet names; few tokens, so that they do so often.
std::string name(Seeded& random) {
  const std::string start = random.of<std::string>({"", "/", "~/", "{node}/", "{ns}/"});
  std::string text = start + random.of<std::string>({"a", "b"});
  if (random.one_in(3)) text += random.of<std::string>({"/a", "/{node}", "_{node}"});
  return text;
}

using NamesProperty = SeededTest;

TEST_F(NamesProperty, ANameIsValidIfTheGrammarSaysSo) {
  struct Kind {
    std::optional<BadName> (*check)(std::string_view) noexcept;
    bool (*oracle)(const std::string&);
  };
  for (const Kind& kind : {Kind{check_node_name, is_node_name}, Kind{check_namespace, is_namespace},
                           Kind{check_full_name, is_full_name}, Kind{check_name, is_user_name}}) {
    int valid = 0;
    for (int i = 0; i < 3'000; ++i) {
      std::string text = random_.pieces(kPieces, 6);
      if (random_.one_in(20)) text = "/" + std::string(240 + random_.below(20), 'x');
      const auto broken = kind.check(text);
      ASSERT_EQ(!broken, kind.oracle(text)) << "'" << text << "'";
      valid += !broken;
      if (broken && !text.empty()) {
        ASSERT_LT(broken->index, text.size()) << "'" << text << "'";
      }
    }
    EXPECT_GT(valid, 30) << "the generator hardly ever made a valid name";
  }
}

// The mark stands where the name first breaks the rule that the message gives.
TEST_F(NamesProperty, WhatIsWrongIsWhereTheMarkIs) {
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = random_.pieces(kPieces, 6);
    const auto broken = check_name(text);
    if (!broken || text.empty()) continue;
    SCOPED_TRACE("'" + text + "' at " + std::to_string(broken->index));
    const char at = text[broken->index];
    const char before = broken->index > 0 ? text[broken->index - 1] : '\0';
    switch (broken->fault) {
      case NameFault::kStartsWithDigit:
        EXPECT_TRUE(at == '7' && (before == '\0' || before == '/'));
        break;
      case NameFault::kEndsWithSlash:
        EXPECT_TRUE(at == '/' && broken->index + 1 == text.size());
        break;
      case NameFault::kRepeatedSlash: EXPECT_TRUE(at == '/' && before == '/'); break;
      case NameFault::kForbiddenCharacter:
        EXPECT_FALSE(fits(std::string(1, at), "[A-Za-z0-9_/~{}]"));
        break;
      case NameFault::kTildeNotFirst: EXPECT_TRUE(at == '~' && broken->index > 0); break;
      case NameFault::kTildeWithoutSlash: EXPECT_TRUE(before == '~' && at != '/'); break;
      case NameFault::kUnmatchedBrace: EXPECT_TRUE(at == '{' || at == '}'); break;
      case NameFault::kForbiddenInBraces:
        EXPECT_NE(text.rfind('{', broken->index), text.npos);
        break;
      default: ADD_FAILURE() << "a fault that a user's name cannot have";
    }
  }
}

TEST_F(NamesProperty, ANameStandsForWhatTheDesignSays) {
  int expanded = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string text = random_.one_in(2) ? name(random_) : random_.pieces(kPieces, 5);
    const std::string node = token(random_), at = space(random_);
    const std::string expected = expansion(text, node, at);
    const auto got = expand_name(NameKind::kTopic, text, node, at);
    ASSERT_EQ(got ? *got : "", expected) << "'" << text << "' of " << node << " in " << at;
    expanded += !expected.empty();
    if (!got) {
      EXPECT_THAT(got.error().what, HasSubstr("topic name"));
      EXPECT_THAT(got.error().what, HasSubstr("^"));
    }
  }
  EXPECT_GT(expanded, 1'000);
}

/// A rule in its parts, and as an argument.
struct Rule {
  std::string node, scheme, from, to;
  std::string text() const { return (node.empty() ? "" : node + ":") + scheme + from + ":=" + to; }
  bool is_for_names() const { return from.rfind("__", 0) != 0; }
};

Rule make_rule(Seeded& random) {
  Rule rule;
  if (random.one_in(3)) rule.node = random.of<std::string>({"n", "m"});
  switch (random.below(6)) {
    case 0:
      rule.from = random.of<std::string>({"__node", "__name"});
      rule.to = token(random);
      break;
    case 1:
      rule.from = "__ns";
      rule.to = space(random);
      break;
    default:
      rule.scheme = random.of<std::string>({"", "", "rostopic://", "rosservice://"});
      rule.from = name(random);
      rule.to = name(random);
  }
  return rule;
}

using RemapProperty = SeededTest;

TEST_F(RemapProperty, ARuleIsReadAsItWasWritten) {
  for (int i = 0; i < 5'000; ++i) {
    const Rule rule = make_rule(random_);
    const auto read = parse_remap_rule(rule.text());
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->node, rule.node) << rule.text();
    EXPECT_EQ(read->to, rule.to) << rule.text();
    EXPECT_EQ(read->from, rule.is_for_names() ? rule.from : "") << rule.text();
    using What = RemapRule::What;
    const What what = !rule.is_for_names()
                          ? (rule.from == "__ns" ? What::kNamespace : What::kNodeName)
                      : rule.scheme.empty()          ? What::kTopicOrService
                      : rule.scheme == "rostopic://" ? What::kTopic
                                                     : What::kService;
    EXPECT_EQ(read->what, what) << rule.text();
  }
}

TEST_F(RemapProperty, ARuleIsRefusedUnlessTheGrammarHasIt) {
  const std::string node = "(?:" + kToken + ":)?";
  const std::string grammar = node + "(?:__(?:node|name):=" + kToken + "|__ns:=(?:/|(?:/" + kToken +
                              ")+)|(?!__(?:node|name|ns):=)(?:rostopic://|rosservice://)?" +
                              kUserName + ":=" + kUserName + ")";
  const std::vector<std::string> pieces{"a",    "b", "n:", ":=", ":=", ":",           "__node",
                                        "__ns", "/", "~/", "1",  " ",  "rostopic://", "{node}"};
  int taken = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::string text =
        random_.one_in(4) ? make_rule(random_).text() : random_.pieces(pieces, 6);
    const auto read = parse_remap_rule(text);
    ASSERT_EQ(bool(read), fits(text, grammar)) << "'" << text << "'";
    taken += bool(read);
    if (read) continue;
    EXPECT_THAT(read.error().what, HasSubstr("'" + text + "'"));
    EXPECT_THAT(read.error().what, HasSubstr("Write [node:]from:=to"));
  }
  EXPECT_GT(taken, 500);
}

/// The rules of a node, as rules and as what they were read into.
struct Rules {
  std::vector<Rule> written;
  std::vector<RemapRule> read;
  void add(const Rule& rule) {
    written.push_back(rule);
    read.push_back(*parse_remap_rule(rule.text()));
  }
};

// The first rule that fits, own ones first; names are compared in full.
std::string remapped(const std::vector<Rule>& rules, bool topic, const std::string& text,
                     const std::string& node, const std::string& at) {
  const std::string full = expansion(text, node, at);
  const std::string other = topic ? "rosservice://" : "rostopic://";
  for (const Rule& rule : rules) {
    const bool ours = (rule.node.empty() || rule.node == node) && rule.scheme != other;
    if (ours && rule.is_for_names() && !full.empty() && expansion(rule.from, node, at) == full) {
      return expansion(rule.to, node, at);
    }
  }
  return full;
}

std::string first_target(const std::vector<Rule>& rules, const std::vector<std::string>& from,
                         const std::string& node, const std::string& otherwise) {
  for (const Rule& rule : rules) {
    const bool asked = std::find(from.begin(), from.end(), rule.from) != from.end();
    if (asked && (rule.node.empty() || rule.node == node)) return rule.to;
  }
  return otherwise;
}

TEST_F(RemapProperty, TheFirstRuleThatFitsIsTheOneThatCounts) {
  int changed = 0;
  for (int i = 0; i < 3'000; ++i) {
    Rules own, global;
    for (std::size_t count = random_.below(4); count > 0; --count) own.add(make_rule(random_));
    for (std::size_t count = random_.below(6); count > 0; --count) global.add(make_rule(random_));
    std::vector<Rule> all = own.written;
    all.insert(all.end(), global.written.begin(), global.written.end());
    std::string trace;
    for (const Rule& rule : all) trace += " -r " + rule.text();
    SCOPED_TRACE(trace);
    const RemapRules rules{own.read, global.read};
    const std::string node = random_.of<std::string>({"n", "m", "a"}), at = space(random_);
    ASSERT_EQ(remap_node_name(rules, node), first_target(all, {"__node", "__name"}, node, node));
    ASSERT_EQ(remap_namespace(rules, node, at), first_target(all, {"__ns"}, node, at));
    for (const bool topic : {true, false}) {
      const std::string text = name(random_);
      const auto got =
          resolve_name(topic ? NameKind::kTopic : NameKind::kService, text, node, at, rules);
      ASSERT_EQ(got ? *got : "", remapped(all, topic, text, node, at)) << text;
      changed += got && *got != expansion(text, node, at);
    }
  }
  EXPECT_GT(changed, 300);
}

}  // namespace
}  // namespace ranvier
