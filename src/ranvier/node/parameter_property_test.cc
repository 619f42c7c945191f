// Parameter values and files: what a generator writes in the forms that ROS 2
// documents is what must be read; what it did not mean is text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>

#include "ranvier/node/arguments.h"
#include "seeded.h"

namespace ranvier {
namespace {

using support::Seeded;
using support::SeededTest;

/// A value and one way to write it.
struct Written {
  ParameterValue value;
  std::string text;
};

Written a_bool(Seeded& random) {
  const bool value = random.one_in(2);
  const std::vector<std::string> yes{"true", "True", "TRUE", "yes", "Yes", "YES",
                                     "on",   "On",   "ON",   "y",   "Y"};
  const std::vector<std::string> no{"false", "False", "FALSE", "no", "No", "NO",
                                    "off",   "Off",   "OFF",   "n",  "N"};
  return {value, random.of(value ? yes : no)};
}

Written an_integer(Seeded& random) {
  std::uniform_int_distribution<std::int64_t> any(INT64_MIN, INT64_MAX);
  const auto small = static_cast<std::int64_t>(random.below(100));
  const std::int64_t value = random.one_in(2) ? any(random.engine()) : small;
  std::ostringstream text;
  if (value >= 0 && random.one_in(4)) {
    text << "0x" << std::hex << value;
  } else if (value >= 0 && random.one_in(4)) {
    text << "0" << std::oct << value;
  } else {
    text << (value >= 0 && random.one_in(5) ? "+" : "") << value;
  }
  return {value, text.str()};
}

Written a_double(Seeded& random) {
  if (random.one_in(10))
    return {HUGE_VAL, random.of<std::string>({".inf", ".Inf", ".INF", "+.inf"})};
  if (random.one_in(10)) return {-HUGE_VAL, random.of<std::string>({"-.inf", "-.Inf", "-.INF"})};
  const double value = std::uniform_real_distribution<double>(-1, 1)(random.engine()) *
                       std::pow(10, double(random.below(20)));
  char digits[64];
  const auto format = random.one_in(2) ? std::chars_format::scientific : std::chars_format::fixed;
  const auto end = std::to_chars(digits, digits + sizeof digits, value, format).ptr;
  std::string text(digits, end);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return {value, text};
}

std::string quoted(const std::string& value) {
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

Written a_string(Seeded& random) {
  const std::string value = random.pieces(
      {"a", "1", " ", "true", "'", "\"", ":", ": ", "#", ",", "[", "{", "-", "\xc3\xa9"}, 6);
  if (random.one_in(5)) return {std::string("12"), "!!str 12"};
  return {value, quoted(value)};
}

using Make = Written (*)(Seeded&);
constexpr Make kScalars[] = {a_bool, an_integer, a_double, a_string};

template <class T>
Written an_array_of(Make make, Seeded& random) {
  std::vector<T> values;
  std::string text = "[";
  for (std::size_t count = 1 + random.below(4); count > 0; --count) {
    const Written one = make(random);
    values.push_back(std::get<T>(one.value));
    text += (text == "[" ? "" : random.of<std::string>({",", ", ", " , "})) + one.text;
  }
  return {values, text + "]"};
}

Written a_value(Seeded& random) {
  switch (random.below(6)) {
    case 0: return an_array_of<bool>(a_bool, random);
    case 1: return an_array_of<std::int64_t>(an_integer, random);
    case 2: return an_array_of<double>(a_double, random);
    case 3: return an_array_of<std::string>(a_string, random);
    default: return kScalars[random.below(4)](random);
  }
}

using ParameterProperty = SeededTest;

TEST_F(ParameterProperty, AValueIsReadAsItWasMeant) {
  for (int i = 0; i < 5'000; ++i) {
    const Written written = a_value(random_);
    const auto read = parse_parameter_value(written.text);
    ASSERT_TRUE(read) << written.text << ": " << read.error().what;
    ASSERT_EQ(read->index(), written.value.index()) << written.text;
    ASSERT_EQ(*read, written.value) << written.text;
  }
}

// Which type a bare word has, by the grammar alone.
std::size_t type_of(const std::string& word) {
  static const std::regex a_bool(
      "y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON|n|N|no|No|NO|false|False|FALSE|off|Off|OFF");
  static const std::regex integer("[-+]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)");
  static const std::regex floating(
      "[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?\\.?(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)|"
      "[-+]?nan|[-+]?0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)");
  if (std::regex_match(word, a_bool)) return 1;
  if (std::regex_match(word, integer)) return 2;
  if (std::regex_match(word, floating)) return 3;
  return 4;
}

TEST_F(ParameterProperty, ABareWordHasTheTypeOfItsForm) {
  const std::vector<std::string> pieces{"0", "1", "7",   "9",    "x",   "a",  "e", "E",    ".", "+",
                                        "-", "_", "inf", ".inf", "nan", "no", "y", "true", "0x"};
  const std::regex beyond_range("[eE][-+]?[0-9]{3}");  // may be too large to be a number
  int seen[5] = {};
  for (int i = 0; i < 20'000; ++i) {
    const std::string word = random_.pieces(pieces, 5);
    if (word.empty() || std::regex_search(word, beyond_range)) continue;
    const std::size_t expected = type_of(word);
    ASSERT_EQ(parse_plain_scalar(word).index(), expected) << word;
    ++seen[expected];
  }
  for (const int type : {1, 2, 3, 4}) EXPECT_GT(seen[type], 20) << "type " << type;
}

// ---- files ----

/// One node's part of a file, as it is meant.
struct Section {
  std::vector<std::string> path;  // keys above ros__parameters
  std::vector<std::pair<std::string, Written>> parameters;

  std::string node() const {
    std::string name;
    for (const std::string& key : path) name += (key[0] == '/' ? "" : "/") + key;
    return name;
  }
};

std::string indent(std::size_t depth) { return std::string(2 * depth, ' '); }

// "a.b" as a key with a dot or as a map in a map; the file means the same.
std::string parameter_lines(const std::string& name, const std::string& value, std::size_t depth,
                            Seeded& random) {
  const auto dot = name.find('.');
  if (dot == name.npos || random.one_in(2)) return indent(depth) + name + ": " + value + "\n";
  if (random.one_in(2)) {
    return indent(depth) + name.substr(0, dot) + ": {" + name.substr(dot + 1) + ": " + value +
           "}\n";
  }
  return indent(depth) + name.substr(0, dot) + ":\n" +
         parameter_lines(name.substr(dot + 1), value, depth + 1, random);
}

std::string text_of(const Section& section, Seeded& random) {
  std::string text;
  std::size_t depth = 0;
  for (const std::string& key : section.path) text += indent(depth++) + key + ":\n";
  text += indent(depth++) + "ros__parameters:" + (section.parameters.empty() ? " {}\n" : "\n");
  for (const auto& [name, written] : section.parameters) {
    if (random.one_in(5)) text += indent(depth) + "# a remark: [\n";
    text += parameter_lines(name, written.text, depth, random);
  }
  return text;
}

// Names and keys differ in their first letters: a map has each key once.
std::vector<Section> a_file(Seeded& random) {
  std::vector<Section> sections;
  const std::size_t count = random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string own(1, static_cast<char>('p' + i));
    Section section;
    section.path = random.of<std::vector<std::string>>({{own},
                                                        {"/" + own},
                                                        {"/" + own + "/**"},
                                                        {"/**/" + own},
                                                        {"/" + own + "/*"},
                                                        {own, "n"},
                                                        {own, "m", "/n"}});
    for (std::size_t left = random.below(5); left > 0; --left) {
      const std::string letter(1, static_cast<char>('a' + left));
      section.parameters.push_back(
          {letter + random.of<std::string>({"", "_1", ".x", ".x.y"}), a_value(random)});
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

TEST_F(ParameterProperty, AFileIsReadAsItWasMeant) {
  for (int i = 0; i < 1'000; ++i) {
    const std::vector<Section> sections = a_file(random_);
    std::string text;
    for (const Section& section : sections) text += text_of(section, random_);
    SCOPED_TRACE(text);
    const auto read = parse_parameter_yaml(text, "file");
    ASSERT_TRUE(read) << read.error().what;
    std::size_t at = 0;
    for (const Section& section : sections) {
      for (const auto& [name, written] : section.parameters) {
        ASSERT_LT(at, read->size());
        EXPECT_EQ((*read)[at].node, section.node());
        EXPECT_EQ((*read)[at].name, name);
        EXPECT_EQ((*read)[at].value, written.value);
        ++at;
      }
    }
    ASSERT_EQ(at, read->size());
    if (HasFailure()) return;
  }
}

// A file that is damaged is read or refused with its name and a line.
TEST_F(ParameterProperty, ADamagedFileIsRefusedWithItsNameAndALine) {
  int refused = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (const Section& section : a_file(random_)) text += text_of(section, random_);
    for (std::size_t left = 1 + random_.below(3); left > 0 && !text.empty(); --left) {
      const std::size_t at = random_.below(text.size());
      if (random_.one_in(2)) {
        text.erase(at, 1 + random_.below(5));
      } else {
        text.insert(
            at, random_.of<std::string>({":", "\n", "[", "]", "{", "'", "\t", "- ", "*a", "\x01"}));
      }
    }
    SCOPED_TRACE(text);
    const auto read = parse_parameter_yaml(text, "file");
    if (read) continue;
    ++refused;
    EXPECT_TRUE(std::regex_search(read.error().what, std::regex("^file, line [0-9]+: ")))
        << read.error().what;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace ranvier
