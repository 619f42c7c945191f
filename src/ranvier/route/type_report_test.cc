#include "ranvier/route/type_report.h"

#include <gtest/gtest.h>

#include <vector>

namespace ranvier {
namespace {

const TypeMismatch kText{"/t", "std_msgs/msg/String", "a publisher of a peer",
                         "std_msgs/msg/Int64"};

TEST(TypeReport, NamesTheTopicBothTypesTheOtherOneAndTheRemedy) {
  const auto line = TypeReport(nullptr).line(kText);
  ASSERT_TRUE(line);
  for (const char* part :
       {"'/t'", "std_msgs/msg/String", "a publisher of a peer", "std_msgs/msg/Int64", "remap"}) {
    EXPECT_NE(line->find(part), std::string::npos) << part << " in: " << *line;
  }
}

TEST(TypeReport, SpeaksOnceOfATopicAndTwoTypesFromEitherSide) {
  TypeReport report(nullptr);
  EXPECT_TRUE(report.line(kText));
  EXPECT_FALSE(report.line(kText));
  EXPECT_FALSE(report.line({"/t", kText.other_type, "a subscription", kText.type}));
  EXPECT_TRUE(report.line({"/t", kText.type, "a publisher", "std_msgs/msg/Bool"}));
  EXPECT_TRUE(report.line({"/other", kText.type, "a publisher", kText.other_type}));
}

TEST(TypeReport, OfAServiceItSpeaksOfRequestsAndApartFromATopicOfThatName) {
  TypeReport report(nullptr);
  TypeMismatch mismatch = kText;
  ASSERT_TRUE(report.line(mismatch));
  mismatch.of = TypeMismatch::Of::kService;
  const auto line = report.line(mismatch);
  ASSERT_TRUE(line);
  for (const char* part : {"Service '/t'", "no requests pass", "another service."}) {
    EXPECT_NE(line->find(part), std::string::npos) << part << " in: " << *line;
  }
  EXPECT_FALSE(report.line(mismatch));
}

TEST(TypeReport, EndsAfterItsMostLinesAndSaysSo) {
  TypeReport report(nullptr);
  TypeMismatch mismatch = kText;
  std::string last;
  for (std::size_t i = 0; i < TypeReport::kMostLines; ++i) {
    mismatch.other_type = "a/msg/T" + std::to_string(i);
    const auto line = report.line(mismatch);
    ASSERT_TRUE(line);
    last = *line;
  }
  EXPECT_NE(last.find("not reported"), std::string::npos);
  mismatch.other_type = "a/msg/OneMore";
  EXPECT_FALSE(report.line(mismatch));
}

TEST(TypeReport, SaysWhereItWasTold) {
  std::vector<std::string> said;
  TypeReport report([&said](const std::string& line) { said.push_back(line); });
  report.say("one");
  EXPECT_EQ(said, std::vector<std::string>{"one"});
  TypeReport(nullptr).say("nowhere");
}

}  // namespace
}  // namespace ranvier
