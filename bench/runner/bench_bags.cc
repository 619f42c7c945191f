#include <csignal>
#include <memory>
#include <optional>

#include "bench/common/clock.h"
#include "bench/runner/benches.h"
#include "bench/runner/scratch.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

constexpr double kPatience = 120;
constexpr double kMeasured = 0.8;   // of the time that a bag is played: a player ends with it
constexpr double kLongestBag = 20;  // seconds that are played: 6 GB of memory
constexpr const char* kMemory = "/dev/shm";  // the disk must not be what is measured
const Words kMixed = {"large=10", "large_bytes=1000000", "large_rate=30",
                      "small=50", "small_bytes=200",     "small_rate=100"};
const Words kOneLarge = {"large=1",       "large_bytes=1000000", "large_rate=1000", "small=0",
                         "small_bytes=1", "small_rate=1",        "free=1"};

// Twenty seconds of a robot's small topics in one: three minutes are an hour.
const Words kManySmall = {"large=0",  "large_bytes=1",   "large_rate=1",
                          "small=50", "small_bytes=200", "small_rate=2000"};

Words joined(Words one, const Words& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

std::string worker_program() { return program_folder() + "/bench_bags_ours"; }

std::string rosbag2_program(const std::string& name) {
  return program_folder() + "/../lib/rosbag2_transport/" + name;
}

Words parameters(const Words& pairs) {
  Words words{"--ros-args"};
  for (const std::string& pair : pairs) {
    words.emplace_back("-p");
    words.push_back(pair);
  }
  return words;
}

void begin(Worker& worker) {
  worker.send("go");
  worker.expect("going", kPatience);
}

// @param expected  messages that a worker waits for that was started with counted=1
Findings end(Worker& worker, double expected = 0) {
  worker.send("stop " + std::to_string(static_cast<std::uint64_t>(expected)));
  return worker.findings(kPatience);
}

// A worker that does one thing and tells what it found.
Findings once(const Words& words, const Environment& environment) {
  Worker worker(worker_program(), words, environment);
  worker.expect("ready", kPatience);
  begin(worker);
  return end(worker);
}

// CPU of a process over a window, % of a core.
double cpu_percent(const Worker& worker, double seconds) {
  const std::int64_t cpu = worker.cpu_ns(), wall = now_ns();
  sleep_until_ns(wall + static_cast<std::int64_t>(seconds * 1e9));
  return 100 * static_cast<double>(worker.cpu_ns() - cpu) / static_cast<double>(now_ns() - wall);
}

void account(const Findings& kept, const Findings& publisher, double seconds, RunResult& result) {
  const double published = publisher.numbers.at("published");
  const auto lost = kept.numbers.find("lost");
  auto& found = result.quantities;
  found["published"] = published;
  found["kept"] = kept.numbers.at("kept");
  found["lost"] = lost == kept.numbers.end() ? published - found["kept"] : lost->second;
  found["mb_per_s"] = kept.numbers.at("kept_bytes") / 1e6 / seconds;
  found["unaccounted"] = published - found["kept"] - found["lost"];
}

Words recorder_words(const std::string& bag, const Words& options) {
  return parameters(
      joined({"storage.uri:=" + bag, "record.regex:=^/bench/(large|small)",
              "record.topic_polling_interval:=20", "record.disable_keyboard_controls:=true",
              "storage.max_cache_size:=104857600"},
             options));
}

// The recorder, or the raw writer, beside a process that publishes.
RunResult record(const Words& load, const Words& options, double seconds) {
  const ScratchFolder folder(kMemory);
  const Environment environment = loopback_environment();
  const std::string bag = folder.path() + "/bag";
  Worker recorder(rosbag2_program("recorder"), recorder_words(bag, options), environment);
  Worker publisher(worker_program(), joined({"role=pub"}, load), environment);
  publisher.expect("ready", kPatience);
  begin(publisher);
  const std::int64_t opened = now_ns();
  RunResult result;
  result.quantities["cpu_percent"] = cpu_percent(recorder, seconds);
  result.quantities["memory_mb"] = memory_of(recorder.pid()).rss / 1e3;
  const Findings published = end(publisher);
  const double window = static_cast<double>(now_ns() - opened) / 1e9;
  constexpr int kLost = 3;
  const int status = recorder.end(SIGINT, kPatience);
  if (status != 0 && status != kLost) {
    result.fault = "the recorder ended with status " + std::to_string(status);
  }
  account(once({"role=look", "bag=" + bag}, environment), published, window, result);
  if (result.quantities["unaccounted"] != 0) {
    result.fault = "kept and lost are not what was published";
  }
  return result;
}

RunResult write_raw(const Words& load, double seconds) {
  const ScratchFolder folder(kMemory);
  const Environment environment = loopback_environment();
  Worker writer(worker_program(), {"role=write", "path=" + folder.path() + "/raw"}, environment);
  Worker publisher(worker_program(), joined({"role=pub"}, load), environment);
  writer.expect("ready", kPatience);
  begin(writer);
  publisher.expect("ready", kPatience);
  begin(publisher);
  const std::int64_t opened = now_ns();
  RunResult result;
  result.quantities["cpu_percent"] = cpu_percent(writer, seconds);
  result.quantities["memory_mb"] = memory_of(writer.pid()).rss / 1e3;
  const Findings published = end(publisher);
  const double window = static_cast<double>(now_ns() - opened) / 1e9;
  account(end(writer), published, window, result);
  return result;
}

void tell_heard(const Findings& heard, double cpu, RunResult& result) {
  for (const auto& [name, value] : heard.numbers) result.quantities[name] = value;
  result.quantities["cpu_percent"] = cpu;
}

Words listen_words(double rate) { return {"role=listen", "rate=" + std::to_string(rate)}; }

// A process that publishes to another one, with a recorder beside them or without.
RunResult publish(const Words& load, bool recorded, double seconds) {
  const ScratchFolder folder(kMemory);
  const Environment environment = loopback_environment();
  std::optional<Worker> recorder;
  if (recorded) {
    recorder.emplace(rosbag2_program("recorder"), recorder_words(folder.path() + "/bag", {}),
                     environment);
  }
  Worker listener(worker_program(), joined(listen_words(1), {"counted=1"}), environment);
  listener.expect("ready", kPatience);
  begin(listener);
  Worker publisher(worker_program(),
                   joined({"role=pub", recorded ? "subscribers=2" : "subscribers=1"}, load),
                   environment);
  publisher.expect("ready", kPatience);
  begin(publisher);
  RunResult result;
  const double cpu = cpu_percent(publisher, seconds);
  const Findings published = end(publisher);
  const double sent = published.numbers.at("published");
  tell_heard(end(listener, sent), cpu, result);
  auto& found = result.quantities;
  found["lost"] = sent - found["heard"];
  found["missing_after"] = found["lost"] - found["missing_before"] - found["missing_between"];
  if (recorder) (void)recorder->end(SIGINT, kPatience);
  return result;
}

// A bag to play, made once; of the same messages the raw player knows without it.
class MadeBag {
 public:
  MadeBag(Words load, double seconds)
      : words_(joined(std::move(load), {"seconds=" + std::to_string(seconds)})) {}
  std::string path() {
    if (!folder_) {
      folder_.emplace(kMemory);
      (void)once(joined({"role=make", "bag=" + folder_->path() + "/bag"}, words_),
                 loopback_environment());
    }
    return folder_->path() + "/bag";
  }
  [[nodiscard]] const Words& words() const { return words_; }

 private:
  const Words words_;
  std::optional<ScratchFolder> folder_;
};

RunResult play(MadeBag& bag, double rate, double seconds) {
  const std::string path = bag.path();
  const Environment environment = loopback_environment();
  Worker listener(worker_program(), listen_words(rate), environment);
  listener.expect("ready", kPatience);
  begin(listener);
  // The bag begins when everybody has met everybody.
  Worker player(rosbag2_program("player"),
                parameters({"storage.uri:=" + path, "play.rate:=" + std::to_string(rate),
                            "play.delay.sec:=1", "play.disable_keyboard_controls:=true"}),
                environment);
  sleep_until_ns(now_ns() + 1'000'000'000);
  RunResult result;
  const double cpu = cpu_percent(player, kMeasured * seconds / rate);
  sleep_until_ns(now_ns() + 500'000'000 +
                 static_cast<std::int64_t>((1 - kMeasured) * seconds / rate * 1e9));
  tell_heard(end(listener), cpu, result);
  return result;
}

RunResult play_raw(MadeBag& bag, double rate, double seconds) {
  const Environment environment = loopback_environment();
  Worker listener(worker_program(), listen_words(rate), environment);
  listener.expect("ready", kPatience);
  begin(listener);
  Worker player(worker_program(),
                joined({"role=play", "rate=" + std::to_string(rate)}, bag.words()), environment);
  player.expect("ready", kPatience);
  begin(player);
  RunResult result;
  const double cpu = cpu_percent(player, kMeasured * seconds / rate);
  (void)end(player);
  tell_heard(end(listener), cpu, result);
  return result;
}

constexpr const char* kRecordPlacement =
    "free cores, a publisher's process beside, through shared memory, files in /dev/shm; ours: the "
    "recorder; raw: a subscriber of ours that writes the bytes with write(2)";
constexpr const char* kPlayPlacement =
    "free cores, a subscriber's process beside that takes messages where they arrive; ours: the "
    "player; raw: a thread that sleeps with clock_nanosleep() and publishes the same bytes";

Case record_case(const std::string& name, const Quantity& quantity, const Words& load,
                 const Words& options, double seconds) {
  Case result;
  result.name = "bags/record/" + name;
  result.placement = kRecordPlacement;
  result.quantity = quantity;
  result.loss_is_overload = false;
  result.also = {{"lost", "lost", "messages"},
                 {"published", "published", "messages"},
                 {"kept", "mb_per_s", "MB/s", true},
                 {"cpu", "cpu_percent", "% core"},
                 {"memory", "memory_mb", "MB"}};
  result.ours = [=] { return record(load, options, seconds); };
  result.raw = [=] { return write_raw(load, seconds); };
  return result;
}

Case publish_case(const Quantity& cpu, double seconds) {
  Case result;
  result.name = "bags/publish/mixed";
  result.placement =
      "free cores, a publisher's process and a subscriber's, through shared memory; left: a recorder "
      "beside them; right: no yardstick, but the same without it";
  result.quantity = cpu;
  result.loss_is_overload = false;
  result.also = {{"latency, median", "age_p50_us", "us"},
                 {"latency, p99", "age_p99_us", "us"},
                 {"lost", "lost", "messages"},
                 {"lost before the first", "missing_before", "messages"},
                 {"lost between two", "missing_between", "messages"},
                 {"lost after the last", "missing_after", "messages"}};
  result.ours = [=] { return publish(kMixed, true, seconds); };
  result.raw = [=] { return publish(kMixed, false, seconds); };
  return result;
}

Case play_case(const std::string& name, const Quantity& quantity, double rate,
               const std::shared_ptr<MadeBag>& bag, double seconds) {
  Case result;
  result.name = "bags/play/" + name;
  result.placement = kPlayPlacement;
  result.quantity = quantity;
  result.loss_is_overload = false;
  result.also = {{"error, median", "error_p50_ms", "ms"},
                 {"error, p99", "error_p99_ms", "ms"},
                 {"error, largest", "error_max_ms", "ms"},
                 {"cpu", "cpu_percent", "% core"},
                 {"heard", "heard", "messages", true}};
  result.ours = [=] { return play(*bag, rate, seconds); };
  result.raw = [=] { return play_raw(*bag, rate, seconds); };
  return result;
}

}  // namespace

std::vector<Case> bags_cases(const Options& options) {
  const double window = options.window(options.all ? 60 : 3);
  const Quantity cpu{"cpu", "cpu_percent", "% core"};
  std::vector<Case> cases{
      record_case("mixed", cpu, kMixed, {}, window),
      record_case("split", cpu, kMixed, {"storage.max_bagfile_duration:=1"}, window),
      record_case("most", {"kept", "mb_per_s", "MB/s", true}, kOneLarge, {}, window),
      record_case("long", {"memory", "memory_mb", "MB"}, kManySmall, {}, window),
      publish_case({"publisher's cpu", "cpu_percent", "% core"}, window)};
  constexpr double kTimes = 10;
  const double played = options.window(options.all ? kLongestBag : 3);
  const auto bag = std::make_shared<MadeBag>(kMixed, played);
  cases.push_back(play_case("rate-1", {"error, p99", "error_p99_ms", "ms"}, 1, bag, played));
  cases.push_back(play_case("rate-10", cpu, kTimes, bag, played));
  return cases;
}

}  // namespace ranvier::bench
