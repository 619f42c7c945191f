// Published figures as data, and reports beside them.
#include "bench/runner/seeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "bench/runner/joined.h"
#include "bench/runner/scratch.h"

namespace ranvier::bench {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kSeed =
    R"({"seed": "009", "title": "A study", "platform": "a board", "entries": [
  {"figure": "Table 1", "command": "ranvier bench links --all", "case": "links/128B/{x}Hz", "unit": "ms",
   "x": "Hz", "quantity": "mean", "scale": 0.001, "published": [{"x": 1, "y": 10}, {"x": 50, "y": 4}],
   "note": "half of a round trip"},
  {"figure": "Fig. 2", "command": "", "unit": "%", "published": [{"x": "all", "y": 3}], "note": "no such board here"}]})";

constexpr const char* kReport = R"({"bench": "links", "machine": {"cores": "2"}, "cases": [
  {"name": "links/128B/1Hz", "unit": "us", "ours": 1, "raw": 1, "overloaded": false,
   "also": {"mean": {"unit": "us", "ours": 2000, "raw": 1600, "ratio": 1.25, "ratio_low": 1.1, "ratio_high": 1.4,
            "runs": {"ours": [1900, 2000, 2100], "raw": [1600, null]}}}},
  {"name": "links/128B/50Hz", "unit": "us", "ours": 1, "raw": 1, "overloaded": true,
   "also": {"mean": {"unit": "us", "ours": 8000, "raw": 2000, "ratio": 4}}}]})";

std::string refusal_of(const std::string& from, const std::string& to) {
  std::string text = kSeed;
  text.replace(text.find(from), from.size(), to);
  try {
    (void)parse_seeds(text, "009.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

/// A folder with these files.
class Folder final {
 public:
  void write(const std::string& name, const std::string& text) {
    std::ofstream(path() + "/" + name) << text;
  }
  [[nodiscard]] const std::string& path() const { return folder_.path(); }

 private:
  const ScratchFolder folder_;
};

std::vector<JoinedFigure> joined(const std::string& report = kReport) {
  Folder folder;
  folder.write("links.json", report);
  return join_figures(parse_seeds(kSeed, "009.json"), read_reports(folder.path()));
}

TEST(SeedsTest, APointHasTheCaseThatItsXNames) {
  const auto figures = parse_seeds(kSeed, "009.json");
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].published.at(1).case_name, "links/128B/50Hz");
  EXPECT_EQ(figures[1].published.at(0).case_name, "");
}

TEST(SeedsTest, AWrongFieldNamesFileEntryAndRemedy) {
  EXPECT_THAT(refusal_of("\"y\": 10", "\"y\": \"ten\""),
              HasSubstr("009.json, entries[0], published[0]: field 'y' is \"ten\""));
  EXPECT_THAT(refusal_of("\"note\": \"half", "\"noted\": \"half"), HasSubstr("'note' is missing"));
  EXPECT_THAT(refusal_of("\"scale\": 0.001", "\"scale\": []"), HasSubstr("Write a number"));
}

TEST(SeedsTest, EveryFileOfTheTreeLoadsAndEveryFigureHasACaseOrSaysWhyNot) {
  for (const SeedFigure& one : load_seeds(RANVIER_SEEDS_DIR)) {
    EXPECT_FALSE(one.note.empty() && one.command.empty()) << one.seed << " " << one.figure;
    EXPECT_TRUE(one.case_name.empty() || !one.command.empty()) << one.figure;
  }
}

TEST(SeedsTest, ThePageHasEveryFigureWithItsCommand) {
  const std::string page = seeds_page(parse_seeds(kSeed, "009.json"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "| Table 1 | `ranvier bench links --all` | `--case links/128B/.*Hz` | 1: 10, 50: 4 ms |"));
  EXPECT_THAT(page, HasSubstr("no such board here"));
}

TEST(JoinedTest, OursIsInTheUnitOfTheFigureWithItsSpread) {
  const Measured here = joined()[0].points[0].here;
  EXPECT_DOUBLE_EQ(here.ours, 2);
  EXPECT_DOUBLE_EQ(here.least, 1.9);
  EXPECT_DOUBLE_EQ(here.most, 2.1);
  EXPECT_DOUBLE_EQ(here.raw, 1.6);
  EXPECT_DOUBLE_EQ(here.ratio, 1.25);
}

TEST(JoinedTest, TheFindingHasTheFactorTheBoundsAndTheOverload) {
  const std::string words = finding(joined()[0]);
  EXPECT_THAT(words, HasSubstr("Published: 4 to 10 ms. Here: 2 to 8 ms."));
  EXPECT_THAT(words, HasSubstr("0.200 to 2 times the published figure"));
  EXPECT_THAT(words, HasSubstr("1.25 times as much, within 1.10 to 1.40"));
  EXPECT_THAT(words, HasSubstr("In 1 of these raw lost more than 1 %"));
}

TEST(JoinedTest, AnotherQuantityOfTheCaseIsNotTakenForIt) {
  std::string report = kReport;
  report.replace(report.find("\"mean\""), 6, "\"p99\"");
  EXPECT_FALSE(joined(report)[0].points[0].is_measured);
}

TEST(JoinedTest, WhatWasNotMeasuredIsSaidToBe) {
  EXPECT_THAT(finding(joined()[1]), HasSubstr("No command measures it here"));
  EXPECT_THAT(finding(joined(R"({"bench": "x", "cases": []})")[0]), HasSubstr("run the command"));
}

TEST(JoinedTest, ThePageHasAPlotForEachFigureAndLoadsNothing) {
  Folder folder;
  folder.write("links.json", kReport);
  folder.write("else.json", "[1, 2");
  const ReadReports reports = read_reports(folder.path());
  const std::string page = joined_page(join_figures(parse_seeds(kSeed, "f"), reports), reports);
  EXPECT_THAT(page, AllOf(HasSubstr("Table 1"), HasSubstr("<svg"), HasSubstr("else.json")));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("src="))));
}

TEST(JoinedTest, AFolderWithoutAReportIsRefusedWithTheCommand) {
  Folder folder;
  try {
    (void)read_reports(folder.path());
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("ranvier bench NAME --json"));
  }
}

}  // namespace
}  // namespace ranvier::bench
