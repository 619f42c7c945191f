// The page of `ranvier-trace report` and the file of `ranvier-trace export`, of systems
// that the tests make up; the page in a real browser, if there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "browser.h"
#include "kernel_trace.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::bytes_of;
using support::CommandResult;
using support::run_command;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

constexpr const char* kHostile = "</script><script>document.title='owned'</script>";
constexpr const char* kHostileToo =
    "\"><img src=x onerror=\"document.title='owned'\">&lt;b\xff\x01\xe2\x80\xa8";

class ReportTest : public StoryTest {
 protected:
  /// /camera publishes from a timer, /screen gets it in another process.
  void camera_and_screen(const char* camera = "camera", const char* topic = "/image") {
    process(1).node(0x10, camera);
    process(1).publisher(0x20, 0x10, topic, 1);
    process(1).timer(0x50, 0x10, 1'000'000);
    process(2).node(0x10, "screen");
    process(2).subscription(0x40, 0x10, topic);
    for (std::int64_t i = 1; i <= 20; ++i) {
      const std::int64_t ns = i * 1'000'000;
      process(1).call(ns, 1, 0x52, false, 200'000);
      process(1).publish_far(ns + 100'000, 1, 0x20, 0x500, i);
      process(2).deliver(ns + 300'000, 5, 0x40, 0x700, i, 1);
      process(2).take(ns + 350'000, 6, 0x40, 0x700, i, false, 50'000);
    }
  }
  CommandResult command(std::vector<std::string> words) {
    words.insert(words.begin(), TRACING_COMMAND);
    return run_command(std::move(words));
  }
  std::string report() {
    const CommandResult done = command({"report", directory_, "-o", page_});
    EXPECT_EQ(done.exit_code, 0) << done.output;
    return bytes_of(page_);
  }
  /// As JSON, with a text of the page's between the marks that hold it.
  static Json part(const std::string& page, const std::string& id) {
    const std::string mark = "id=\"" + id + "\">";
    const std::size_t begin = page.find(mark) + mark.size();
    return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  }

  const std::string page_ = directory_ + "/page.html";
};

TEST_F(ReportTest, ThePageSaysWhatTheTraceDoes) {
  camera_and_screen();
  write();
  const Json data = part(report(), "data");
  EXPECT_EQ(data["nodes"].size(), 2u);
  EXPECT_EQ(data["topics"][0]["topic"], "/image");
  EXPECT_EQ(data["topics"][0]["published"], 20);
  EXPECT_EQ(data["topics"][0]["receptions"][0]["taken"], 20);
  EXPECT_EQ(data["timers"][0]["jitter"]["max_ns"], 0);
  EXPECT_EQ(data["chains"]["list"][0]["name"], "/camera -> /image -> /screen");
  EXPECT_EQ(data["chains"]["list"][0]["latency"]["p50_ns"], 250'007);
  EXPECT_THAT(data["complaints"], testing::IsEmpty());
}

TEST_F(ReportTest, ThePageNeedsNothingButItself) {
  camera_and_screen();
  write();
  EXPECT_THAT(report(), AllOf(Not(HasSubstr("src=\"")), Not(HasSubstr("<link")),
                              Not(HasSubstr("@import")), Not(HasSubstr("url(")),
                              HasSubstr("default-src 'none'")));
}

TEST_F(ReportTest, NamesOfTheTraceAreNoMarkup) {
  camera_and_screen(kHostile, kHostileToo);
  write();
  const std::string page = report();
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script>document")), Not(HasSubstr("<img"))));
  EXPECT_EQ(part(page, "data")["nodes"][0]["name"], std::string("/") + kHostile);
}

TEST_F(ReportTest, ABrowserDrawsAllOfItAndRunsNothingElse) {
  const auto browser = support::browser();
  if (!browser) GTEST_SKIP() << "SKIPPED: there is no Chromium here (apt-get install chromium)";
  camera_and_screen(kHostile, kHostileToo);
  write();
  report();
  const CommandResult shown = support::page_after_scripts(*browser, page_, directory_ + "/browser");
  ASSERT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.output,
              AllOf(HasSubstr("data-ready=\"yes\""), HasSubstr("<title>Trace report</title>"),
                    HasSubstr("&lt;script&gt;document"), HasSubstr("slowest hundredth")));
  EXPECT_THAT(shown.output, AllOf(Not(HasSubstr("<img")), Not(HasSubstr("<title>owned"))));
}

TEST_F(ReportTest, WaitsForACpuAreShownWithWhoRanMeanwhile) {
  camera_and_screen();
  write();
  support::KernelTrace kernel(directory_);
  kernel.wake(2'310'000, 0, 6);
  kernel.switch_over(2'340'000, 0, 0, support::KernelTrace::kRunsOn, 6);
  kernel.switch_over(2'370'000, 0, 6, support::KernelTrace::kPreempted, 800, "stress");
  kernel.switch_over(2'390'000, 0, 800, support::KernelTrace::kPreempted, 6);
  kernel.write();
  const std::string page = report();
  const Json data = part(page, "data");
  ASSERT_EQ(data["waits"].size(), 1u);
  EXPECT_EQ(data["waits"][0]["exact"], true);
  EXPECT_EQ(data["waits"][0]["total"], 50'000);
  EXPECT_EQ(data["waits"][0]["meanwhile"][0]["task"], "stress (800)");
  EXPECT_EQ(part(page, "lanes")["waits"][0]["waits"]["items"], 2);
  const std::string path = directory_ + "/trace.json";
  ASSERT_EQ(command({"export", directory_, "-o", path}).exit_code, 0);
  int waits = 0;
  for (const Json& one : Json::parse(bytes_of(path))["traceEvents"]) {
    waits += one["ph"] == "X" && one["cat"] == "cpu-wait";
  }
  EXPECT_EQ(waits, 2);
  const auto browser = support::browser();
  if (!browser) GTEST_SKIP() << "SKIPPED: there is no Chromium here (apt-get install chromium)";
  const CommandResult shown = support::page_after_scripts(*browser, page_, directory_ + "/browser");
  EXPECT_THAT(shown.output, AllOf(HasSubstr("data-ready=\"yes\""), HasSubstr("stress (800): 20 µs"),
                                  HasSubstr("by the kernel")));
}

TEST_F(ReportTest, AnOffsetThatIsAskedForIsSaidInThePage) {
  camera_and_screen();
  write();
  EXPECT_EQ(part(report(), "data")["clocks"].size(), 0u);
  ASSERT_EQ(command({"report", directory_, "-o", page_, "--offset", "robot=-5000"}).exit_code, 0);
  const Json clocks = part(bytes_of(page_), "data")["clocks"];
  ASSERT_EQ(clocks.size(), 2u);
  EXPECT_THAT(clocks[0].get<std::string>(), HasSubstr("synchronised"));
  EXPECT_THAT(clocks[1].get<std::string>(), HasSubstr("'robot'"));
  EXPECT_THAT(clocks[1].get<std::string>(), HasSubstr("-5000 ns"));
  for (const char* wrong : {"robot", "=5", "robot=", "robot=5s"}) {
    const CommandResult refused = command({"chains", directory_, "--offset", wrong});
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_THAT(refused.output, HasSubstr("give HOST=NS"));
  }
  EXPECT_THAT(command({"callbacks", directory_, "--offset", "other=5"}).output,
              HasSubstr("no trace is of that host"));
}

TEST_F(ReportTest, OfADamagedTraceItShowsWhatCanBeRead) {
  camera_and_screen();
  write();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_)) {
    if (entry.path().filename() != "thread_6") continue;
    std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
  }
  const Json data = part(report(), "data");
  EXPECT_THAT(data["complaints"], Not(testing::IsEmpty()));
  EXPECT_EQ(data["topics"][0]["published"], 20);
  EXPECT_LT(data["topics"][0]["receptions"][0]["taken"], 20);
}

TEST_F(ReportTest, OfAnEmptyTraceItIsAPageThatSaysSo) {
  process(1);
  write();
  EXPECT_EQ(part(report(), "data")["events"], 0);
}

TEST_F(ReportTest, WhatCannotBeReadOrWrittenIsNamedAndNothingIsLeft) {
  const CommandResult unread = command({"report", directory_ + "/nowhere", "-o", page_});
  EXPECT_EQ(unread.exit_code, 1);
  EXPECT_THAT(unread.output, HasSubstr("nowhere"));
  EXPECT_FALSE(std::filesystem::exists(page_));
  camera_and_screen();
  write();
  for (const char* verb : {"report", "export"}) {
    const std::string path = directory_ + "/missing/file";
    const CommandResult unwritten = command({verb, directory_, "-o", path});
    EXPECT_EQ(unwritten.exit_code, 1) << verb;
    EXPECT_THAT(unwritten.output, HasSubstr("'" + path + "' cannot be written")) << verb;
    const CommandResult full = command({verb, directory_, "-o", "/dev/full"});
    EXPECT_EQ(full.exit_code, 1) << verb;
    EXPECT_THAT(full.output, HasSubstr("No space left")) << verb;
  }
  EXPECT_EQ(command({"report", directory_, "--starved", "soon"}).exit_code, 2);
  EXPECT_EQ(command({"report"}).exit_code, 2);
}

TEST_F(ReportTest, AnExportHasEachCallbackAndAnArrowToEachThatGotAMessage) {
  camera_and_screen(kHostile, kHostileToo);
  write();
  const std::string path = directory_ + "/trace.json";
  const CommandResult done = command({"export", directory_, "-o", path});
  ASSERT_EQ(done.exit_code, 0) << done.output;
  const Json events = Json::parse(bytes_of(path))["traceEvents"];
  std::map<std::string, int> phases;
  for (const Json& one : events) ++phases[one["ph"]];
  EXPECT_EQ(phases["X"], 60);  // 20 of the timer, 20 of the subscription, 20 publications
  EXPECT_EQ(phases["s"], 20);
  EXPECT_EQ(phases["f"], 20);
  const auto first = std::find_if(events.begin(), events.end(), [](const Json& one) {
    return one["ph"] == "X" && one["cat"] == "callback";
  });
  ASSERT_NE(first, events.end());
  EXPECT_EQ((*first)["ts"], 1'000.0);  // µs since the first event
  EXPECT_EQ((*first)["dur"], 200.0);
  EXPECT_EQ((*first)["pid"], 1);
}

}  // namespace
}  // namespace ranvier::trace_model
