// micro/loss: cases a to d of seed 004 over links that drop datagrams.
#include <array>
#include <cmath>

#include "bench/runner/micro.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

struct Size {
  const char* name;
  int bytes;
};
constexpr std::array<Size, 3> kSizes = {{{"128B", 128}, {"1kB", 1024}, {"10kB", 10240}}};

/// What the seed had, in percent of its messages: 128 B, 1 kB (Tables 10 to 13).
struct SeedCase {
  char name;
  const char* qos;
  std::array<double, 2> lost_percent;
};
constexpr std::array<SeedCase, 4> kSeed = {{
    {'a', "best effort, volatile, keep last 10", {0.34992, 0.6745}},
    {'b', "best effort, transient local, keep all", {1.7589, 2.3216}},
    {'c', "reliable, volatile, keep last 10", {0, 0}},
    {'d', "reliable, transient local, keep all", {0, 0}},
}};
constexpr int kMessages = 2000;  // about as many as in the seed's short tests
constexpr int kHour = 40'000;    // and in those of an hour (Tables 17 to 19)

/// What the writer does.
enum class Pace { kKeeps, kFloods, kHour };

std::string worker_words(char which, int bytes, int drop, int messages, bool keeps) {
  return std::string("case=") + which + " bytes=" + std::to_string(bytes) +
         " drop=" + std::to_string(drop) + " messages=" + std::to_string(messages) +
         " seed=1 keeps=" + (keeps ? "1" : "0");
}

std::function<RunResult()> remembers(std::function<RunResult()> run, std::string line) {
  return [run = std::move(run), line = std::move(line)] {
    RunResult result = run();
    result.lines.push_back(line);
    return result;
  };
}

std::string seed_line(const SeedCase& seed, std::size_t size, Pace pace) {
  if (pace == Pace::kHour) {
    return seed.name == 'c' ? "seed 004, an hour: 0.399 % lost with a depth of 10, 0.496 % with "
                              "1000 (Tables 18, 19)"
                            : "seed 004, an hour: none lost (Table 17)";
  }
  if (pace == Pace::kFloods || size >= seed.lost_percent.size()) return "seed 004: not measured";
  char text[64];
  std::snprintf(text, sizeof text, "seed 004: %.4g %% lost (case %c)", seed.lost_percent[size],
                seed.name);
  return text;
}

std::string placement(const SeedCase& seed, Pace pace) {
  return "ours: " + std::string(seed.qos) +
         "; a client writes and another one reads, through the agent over UDP on loopback; both "
         "links drop datagrams in both directions; " +
         (pace == Pace::kFloods ? "it writes up to 1,000 a second and waits 2 ms for room at most"
                                : "the writer keeps to what the links carry") +
         "; silent: accepted, not delivered, not dropped by a link as a sample of its own, not "
         "counted as overwritten (keep last), and the writer was not told";
}

Case loss_case(const SeedCase& seed, std::size_t size, int drop, Pace pace, int messages) {
  Case loss;
  const char* const paces[] = {"", "/flood", "/hour"};
  loss.name = std::string("micro/loss/") + seed.name + "/" + kSizes[size].name + "/" +
              std::to_string(drop) + "-percent" + paces[static_cast<int>(pace)];
  loss.placement = placement(seed, pace);
  loss.quantity = {"silent", "silent", "messages"};
  loss.fails_above_zero = true;
  loss.repeats = 1;
  loss.tells = true;
  loss.also = {{"sent", "sent", ""},           {"refused", "refused", ""},
               {"told lost", "told_lost", ""}, {"overwritten", "overwritten", ""},
               {"received", "received", ""},   {"out of order", "disordered", ""},
               {"lost", "lost_percent", "%"},  {"datagrams dropped", "dropped_percent", "%"},
               {"time", "seconds", "s"},       {"logins", "logins", ""}};
  const std::string words =
      worker_words(seed.name, kSizes[size].bytes, drop, messages, pace != Pace::kFloods);
  loss.ours = remembers(micro_worker("bench_micro_loss_ours", words), seed_line(seed, size, pace));
  return loss;
}

// Boards under QEMU on serial lines that lose frames.
Case under_qemu(int drop) {
  Case boards;
  boards.name = "micro/loss/qemu/" + std::to_string(drop) + "-percent";
  boards.placement =
      "ours: three boards (Cortex-M3, under QEMU) on serial lines that lose frames in both "
      "directions: ping-pong between two, an IMU that a node in C++ hears, and numbers of that node "
      "which a board sends back; all reliable";
  boards.quantity = {"lost", "lost", "messages"};
  boards.fails_above_zero = true;
  boards.repeats = 1;
  boards.also = {
      {"sent", "sent", ""}, {"refused", "refused", ""}, {"frames dropped", "dropped_percent", "%"}};
  boards.ours = [drop] {
    const std::string script = file_of_tree("micro/demo/loss.sh");
    return micro_command(
        "PATH=/usr/bin:$PATH '" + script + "' '" + program_folder() + "' " + std::to_string(drop),
        "It needs what tools/bootstrap.sh micro installs. ")();
  };
  return boards;
}

constexpr int kMany = 10'000'000;

// As many messages as a board has in a day and more; what is left in 16 bits of a sequence number
// begins anew every 65,536 of them.
Case endurance(int messages) {
  Case many;
  many.name = "micro/endurance/reliable/64B";
  many.placement =
      "ours: a client writes as fast as another one reads, reliable, keep last 10, through the "
      "agent over UDP on loopback; the agent's resident memory after a tenth, and what it grew by "
      "from there";
  many.quantity = {"silent", "silent", "messages"};
  many.fails_above_zero = true;
  many.repeats = 1;
  many.also = {{"sent", "sent", ""},
               {"refused", "refused", ""},
               {"told lost", "told_lost", ""},
               {"received", "received", ""},
               {"out of order", "disordered", ""},
               {"rate", "per_second", "1/s", true},
               {"agent", "agent_kb", "kB"},
               {"agent grew by", "agent_grown_kb", "kB"},
               {"time", "seconds", "s"},
               {"logins", "logins", ""}};
  many.ours = micro_worker("bench_micro_loss_ours", worker_words('c', 64, 0, messages, true));
  return many;
}

}  // namespace

void add_micro_loss(const Options& options, std::vector<Case>& to) {
  const bool given = options.seconds > 0;  // a thousand messages for each second
  const int thousands = static_cast<int>(std::lround(options.seconds * 1000));
  const int messages = given ? thousands : kMessages;
  for (const SeedCase& seed : kSeed) {
    const bool reliable = seed.name >= 'c';
    for (std::size_t size = 0; size < (reliable ? kSizes.size() : 2); ++size) {
      for (const int drop : {0, 5, 15}) {
        if (!options.all && (size != 0 || drop != 15)) continue;
        to.push_back(loss_case(seed, size, drop, Pace::kKeeps, messages));
        if (reliable) to.push_back(loss_case(seed, size, drop, Pace::kFloods, messages));
        if (reliable && options.all) to.push_back(loss_case(seed, size, drop, Pace::kHour, kHour));
      }
    }
  }
  for (const int drop : {0, 5, 15}) {
    if (options.all) to.push_back(under_qemu(drop));
  }
  if (options.all) to.push_back(endurance(given ? thousands : kMany));
}

}  // namespace ranvier::bench