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
  /// The first run of the timer's callback takes `size` bytes at a place of that name, `times` times.
  void allocations(std::uint64_t place, const char* name, std::uint64_t size, int times) {
    using trace::Event;
    const char* const lines[] = {"malloc (/lib/libc.so.6)", name, "main (/bin/camera)"};
    for (std::int32_t depth = 2; depth >= 0; --depth) {
      process(1).at(500'000, 1, Event::ranvier_allocation_place,
                    {place, depth, 0x4000 + place, lines[depth]});
    }
    for (std::int64_t i = 0; i < times; ++i) {
      process(1).at(1'001'000 + i, 1, Event::ranvier_allocate, {0x9000, size, 0, place});
    }
  }
  /// As a kernel tells of it.
  void stress_takes_its_cpu() {
    support::KernelTrace kernel(directory_);
    kernel.wake(2'310'000, 0, 6);
    kernel.switch_over(2'340'000, 0, 0, support::KernelTrace::kRunsOn, 6);
    kernel.switch_over(2'370'000, 0, 6, support::KernelTrace::kPreempted, 800, "stress");
    kernel.switch_over(2'390'000, 0, 800, support::KernelTrace::kPreempted, 6);
    kernel.write();
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

TEST_F(ReportTest, ThePageAndTheCommandSayWhatHeldUpATimersLongestInterval) {
  process(1).node(0x10, "planner");
  process(1).timer(0x50, 0x10, 1'000'000);
  for (const int run : {1, 2, 3, 5})
    process(1).call(run * 1'000'000, 1, 0x52, false, run == 3 ? 400'000 : 100'000);
  write();
  const Json timer = part(report(), "data")["timers"][0];
  EXPECT_EQ(timer["longest"], 1'700'000);
  EXPECT_EQ(timer["longest_why"], "1 ms late for no reason in the trace");
  const CommandResult done = command({"culprits", directory_, "--timers"});
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_THAT(done.output, HasSubstr("timer 1 ms of /planner\n"
                                     "  longest from end to end: 1.700 ms, 0.700 ms beyond its "
                                     "period: 1 ms late for no reason in the trace\n"));
}

TEST_F(ReportTest, ACommandForTimersSaysThatThereAreNone) {
  process(1).node(0x10, "planner");
  write();
  const CommandResult done = command({"culprits", directory_, "--timers"});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.output, HasSubstr("No timer of this trace ended two runs"));
  EXPECT_EQ(command({"culprits", directory_, "--timers", "--hops"}).exit_code, 2);
}

TEST_F(ReportTest, ThePageHasAllocationsWithTheirCallersTheMostOftenFirst) {
  camera_and_screen();
  allocations(77, "seldom (/bin/camera)", 24, 1);
  allocations(78, "_Z5oftenv (/bin/camera)", 5, 3);
  write();
  const Json all = part(report(), "data")["allocations"];
  EXPECT_EQ(all["places"], 2);
  ASSERT_EQ(all["rows"].size(), 2u);
  EXPECT_EQ(all["rows"][0]["node"], "/camera");
  EXPECT_EQ(all["rows"][0]["count"], 3);
  EXPECT_EQ(all["rows"][0]["bytes"], 15);
  EXPECT_EQ(all["rows"][0]["stack"][1], "often() (/bin/camera)");
  EXPECT_EQ(all["rows"][1]["count"], 1);
}

TEST_F(ReportTest, ThePageNeedsNothingButItself) {
  camera_and_screen();
  write();
  EXPECT_THAT(report(),
              AllOf(Not(HasSubstr("src=\"")), Not(HasSubstr("<link")), Not(HasSubstr("@import")),
                    Not(HasSubstr("url(")), HasSubstr("default-src 'none'")));
}

TEST_F(ReportTest, NamesOfTheTraceAreNoMarkup) {
  camera_and_screen(kHostile, kHostileToo);
  write();
  const std::string page = report();
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<script>document")), Not(HasSubstr("<img"))));
  EXPECT_EQ(part(page, "data")["nodes"][0]["name"], std::string("/") + kHostile);
}

class BrowserTest : public ReportTest {
 protected:
  void SetUp() override {
    const auto found = support::browser();
    if (!found) GTEST_SKIP() << "SKIPPED: there is no Chromium here (tools/packages.txt)";
    browser_ = *found;
  }
  /// What a browser makes of the report of what is in the directory.
  Json look() {
    report();
    const CommandResult shown = support::look_at_page(browser_, page_, directory_ + "/browser");
    EXPECT_EQ(shown.exit_code, 0) << bytes_of(directory_ + "/browser.log");
    return shown.exit_code == 0 ? Json::parse(shown.output) : Json();
  }
  static void expect_whole(const Json& page) {
    ASSERT_TRUE(page.is_object());
    EXPECT_EQ(page["ready"], "yes");
    EXPECT_EQ(page["title"], "Trace report");
    EXPECT_EQ(page["console"], Json::array());
    EXPECT_EQ(page["images"], 0);
    EXPECT_GT(page["chart"]["painted"], 1'000);
    EXPECT_GT(page["chart"]["colours"], 2);
    EXPECT_NE(page["chart_near"]["shown"], page["chart"]["shown"]);
    EXPECT_GT(page["chart_near"]["painted"], 1'000);
    EXPECT_EQ(page["chart_again"], page["chart"]);
  }

 private:
  std::string browser_;
};

TEST_F(BrowserTest, DrawsAllOfThePageAndRunsNothingElse) {
  camera_and_screen(kHostile, kHostileToo);
  process(1).service(0x80, 0x10, "/zoom");
  process(2).client(0x90, 0x10, "/zoom");
  process(2).request(21'000'000, 6, 0x90, 0xabcdef0123456789, 1);
  process(1).serve(21'100'000, 1, 0x80, 0xabcdef0123456789, 1, 40'000);
  process(2).hear(21'200'000, 6, 0x90, 0xabcdef0123456789, 1, 5'000);
  process(1).end(25'000'000, 0x50, "timer");
  allocations(77, kHostile, 24, 2);
  write();
  const Json page = look();
  expect_whole(page);
  const Json& rows = page["tables"];
  EXPECT_EQ(rows["callbacks"], 4);
  EXPECT_EQ(rows["timers"], 2);  // and its longest interval
  EXPECT_EQ(rows["executors"], 2);
  EXPECT_EQ(rows["topics"], 1);
  EXPECT_EQ(rows["services"], 1);
  EXPECT_EQ(rows["allocations"], 1);
  EXPECT_EQ(rows["objects"], 7);
  EXPECT_GT(rows["chains"], 5);
  EXPECT_GT(rows["starvation"], 0);
  EXPECT_THAT(std::string(page["text"]), AllOf(HasSubstr("slowest hundredth"),
                                               HasSubstr("<script>document"), HasSubstr("/zoom")));
}

TEST_F(BrowserTest, IsNotOverwhelmedByAMillionEvents) {
  process(1).node(0x10, "camera");
  process(1).timer(0x50, 0x10, 10'000);
  write();
  support::CraftedTrace much(directory_, 2);
  constexpr std::int64_t kRuns = 500'000;
  std::uint64_t packets = 0;
  much.begin(1);
  much.add(0, Event::rcl_node_init, {0x10, 0x10, "lidar", "/"});
  much.add(0, Event::rcl_timer_init, {0x50, 10'000});
  much.add(0, Event::rclcpp_timer_callback_added, {0x50, 0x52});
  much.add(0, Event::rclcpp_timer_link_node, {0x50, 0x10});
  for (std::int64_t i = 1; i <= kRuns; ++i) {
    much.add(i * 10'000, Event::callback_start, {0x52, 0});
    much.add(i * 10'000 + 4'000 + i % 700, Event::callback_end, {0x52});
    if (!much.is_large()) continue;
    much.end(packets++);
    much.begin(1);
  }
  much.end(packets);
  const Json page = look();
  expect_whole(page);
  EXPECT_EQ(page["tables"]["callbacks"], 1);
  EXPECT_GT(part(bytes_of(page_), "data")["events"], 2 * kRuns);
  std::printf("loaded in %.2f s, zoomed in %.2f s\n", page["seconds"].get<double>(),
              page["chart_near_seconds"].get<double>());
}

TEST_F(ReportTest, WaitsForACpuAreShownWithWhoRanMeanwhile) {
  camera_and_screen();
  write();
  stress_takes_its_cpu();
  const std::string page = report();
  const Json data = part(page, "data");
  ASSERT_EQ(data["waits"].size(), 1u);
  EXPECT_EQ(data["waits"][0]["exact"], true);
  EXPECT_EQ(data["waits"][0]["total"], 50'000);
  EXPECT_EQ(data["waits"][0]["meanwhile"][0]["task"], "stress (800)");
  EXPECT_EQ(part(page, "lanes")["waits"][0]["waits"]["items"], 2);
  const std::string path = directory_ + "/trace.json";
  ASSERT_EQ(command({"export", directory_, "-o", path}).exit_code, 0);
  const Json exported = Json::parse(bytes_of(path));
  int waits = 0;
  for (const Json& one : exported["traceEvents"]) {
    waits += one["ph"] == "X" && one["cat"] == "cpu-wait";
  }
  EXPECT_EQ(waits, 2);
}

TEST_F(BrowserTest, WaitsForACpuStandInATableAndUnderTheirLane) {
  camera_and_screen();
  write();
  stress_takes_its_cpu();
  const Json page = look();
  expect_whole(page);
  EXPECT_THAT(page["text"].get<std::string>(),
              AllOf(HasSubstr("stress (800): 20 µs"), HasSubstr("by the kernel")));
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
