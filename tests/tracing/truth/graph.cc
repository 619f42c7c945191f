// usage: tracing_graph <plan> <process> <shared file> <stamps file>
// One process of a chain of nodes, /c0 to /c<last>: /c0 publishes /link1 from a timer,
// each node answers it with the next link. Beside some nodes stands /other<n>, on the same
// executor, which gets a message just before its neighbour does. The plan says which
// message is held up, where and by what:
//   work     the callback of the node computes so long
//   queue    the callback of /other<n> does
//   cpu      busy threads have the node's core from before its message is sent until it
//            has computed (what it computes as a rule is in the plan)
//   route    so many bytes go the same way before the message
// Writes down by itself when callbacks ran and how long the kernel says that threads waited.
// All processes end when the last node has the last message, or one by a signal.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using std_msgs::msg::String;

constexpr int kMostNodes = 16;
constexpr long kWarm = 1'000'000;  // numbers of messages from here on count for nothing

std::int64_t read_clock(clockid_t id) {
  timespec t;
  ::clock_gettime(id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

struct PlannedNode {
  int process = 0;
  std::int64_t usual_ns = 0;  // what it computes for each message
  bool has_other = false;
  int hogs = 0, core = -1;
};

struct Plan {
  long messages = 0, period_ms = 0;
  std::string peer;  // where bytes go
  std::vector<PlannedNode> nodes;
  // By kind, node and message: nanoseconds, or bytes of a route.
  std::map<std::pair<std::string, std::pair<int, long>>, std::int64_t> holds;

  explicit Plan(const char* path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) add(line);
    if (nodes.empty() || nodes.size() > kMostNodes) {
      throw std::runtime_error("a plan has 1 to 16 nodes");
    }
  }
  std::int64_t hold(const char* kind, int node, long message) const {
    const auto found = holds.find({kind, {node, message}});
    return found == holds.end() ? 0 : found->second;
  }
  int last() const { return static_cast<int>(nodes.size()) - 1; }

 private:
  void add(const std::string& line) {
    std::istringstream words(line);
    std::string what, kind;
    words >> what;
    if (what == "messages") words >> messages;
    if (what == "period_ms") words >> period_ms;
    if (what == "peer") words >> peer;
    if (what == "node") {
      PlannedNode& node = nodes.emplace_back();
      words >> node.process >> node.usual_ns >> node.has_other >> node.hogs >> node.core;
    }
    if (what == "hold") {
      int node = 0;
      long message = 0;
      std::int64_t amount = 0;
      words >> kind >> node >> message >> amount;
      holds[{kind, {node, message}}] = amount;
    }
    if (!words) throw std::runtime_error("the plan has a line that is wrong: " + line);
  }
};

/// What the processes tell one another.
struct Shared {
  std::atomic<std::uint32_t> hog[kMostNodes];  // 1: the node's core is to be busy
  std::atomic<std::uint32_t> warm;             // the last node has got a message
  std::atomic<std::uint32_t> done;             // the last message
};

Shared& map_shared(const char* path) {
  const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(Shared)) != 0) throw std::runtime_error("shared file");
  void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) throw std::runtime_error("shared memory");
  return *static_cast<Shared*>(memory);
}

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  ::syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, nullptr, nullptr,
            0);
}
void set(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  if (word.exchange(value) != value) futex(word, FUTEX_WAKE, INT_MAX);
}

std::int32_t thread_number() { return static_cast<std::int32_t>(::syscall(SYS_gettid)); }

void pin(int core) {
  if (core < 0) return;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<unsigned>(core), &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

/// How long threads of this process waited for a CPU, as the kernel says: 0 if it does not.
std::int64_t waited(const std::string& folder) {
  std::ifstream file(folder + "/schedstat");
  std::int64_t ran = 0, total = 0;
  file >> ran >> total;
  return total;
}

/// Busy threads beside a node.
class Hogs {
 public:
  Hogs(std::atomic<std::uint32_t>& word, int count, int core) : word_(word) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this, core] { run(core); });
    while (ids().size() != threads_.size()) std::this_thread::yield();
  }
  ~Hogs() {
    over_ = true;
    set(word_, 2);
    for (std::thread& one : threads_) one.join();
  }
  Hogs(const Hogs&) = delete;
  Hogs& operator=(const Hogs&) = delete;
  std::set<std::int32_t> ids() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ids_;
  }

 private:
  void run(int core) {
    pin(core);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ids_.insert(thread_number());
    }
    while (!over_) {
      while (word_.load() == 1) {}
      if (!over_) futex(word_, FUTEX_WAIT, 0);
    }
  }
  std::atomic<std::uint32_t>& word_;
  std::atomic<bool> over_{false};
  std::mutex mutex_;
  std::set<std::int32_t> ids_;
  std::vector<std::thread> threads_;
};

void compute(std::int64_t ns) {
  const std::int64_t until = read_clock(CLOCK_THREAD_CPUTIME_ID) + ns;
  while (read_clock(CLOCK_THREAD_CPUTIME_ID) < until) {}
}

/// One process of the graph.
class Part {
 public:
  Part(const Plan& plan, int process, Shared& shared)
      : plan_(plan),
        process_(process),
        shared_(shared),
        self_(thread_number()),
        folder_("/proc/self/task/" + std::to_string(self_)) {
    for (int i = 0; i <= plan_.last(); ++i) {
      if (plan_.nodes[static_cast<std::size_t>(i)].process == process_) make(i);
    }
  }

  void spin() {
    rclcpp::executors::SingleThreadedExecutor executor;
    for (const auto& node : nodes_) executor.add_node(node);
    executor.spin();
  }
  bool write(const char* path) const {
    std::ofstream file(path);
    for (const std::string& line : stamps_) file << line << '\n';
    return static_cast<bool>(file.flush());
  }

 private:
  const PlannedNode& planned(int i) const { return plan_.nodes[static_cast<std::size_t>(i)]; }

  void make(int i) {
    const auto node = std::make_shared<rclcpp::Node>("c" + std::to_string(i));
    nodes_.push_back(node);
    if (i < plan_.last()) {
      const std::string next = std::to_string(i + 1);
      links_[i + 1] = node->create_publisher<String>("/link" + next, kQos);
      if (planned(i + 1).has_other) {
        others_[i + 1] = node->create_publisher<String>("/other" + next, kQos);
      }
    }
    if (i == 0) {
      const std::chrono::milliseconds period(plan_.period_ms);
      timer_ = node->create_wall_timer(period, [this] { tick(); });
      return;
    }
    if (planned(i).has_other) make_other(i);
    if (planned(i).core >= 0) pin(planned(i).core);
    if (planned(i).hogs > 0) {
      hogs_.push_back(std::make_unique<Hogs>(shared_.hog[i], planned(i).hogs, planned(i).core));
    }
    const std::string topic = "/link" + std::to_string(i);
    subscriptions_.push_back(node->create_subscription<String>(
        topic, kQos, [this, i](const String& message) { answer(i, message); }));
  }
  void make_other(int i) {
    const std::string name = "other" + std::to_string(i);
    const auto node = std::make_shared<rclcpp::Node>(name);
    nodes_.push_back(node);
    subscriptions_.push_back(
        node->create_subscription<String>("/" + name, kQos, [this, i](const String& message) {
          const std::int64_t from = now();
          compute(plan_.hold("queue", i, std::atol(message.data.c_str())));
          stamp("other", i, message.data, from);
        }));
  }

  static std::int64_t now() { return read_clock(CLOCK_MONOTONIC); }

  void tick() {
    stamp("tick", 0, "0", now());
    if (sent_ == plan_.messages) return;
    const long number = shared_.warm.load() ? sent_++ : kWarm + warming_++;
    pass_on(0, number);
  }

  // To the next node.
  void pass_on(int i, long number) {
    String message;
    message.data = std::to_string(number);
    const int next = i + 1;
    send_bytes(plan_.hold("route", next, number));
    if (plan_.hold("cpu", next, number) > 0) set(shared_.hog[next], 1);
    if (others_.count(next)) others_[next]->publish(message);
    const std::int64_t from = now();
    links_[next]->publish(message);
    if (i == 0) stamp("sent", 0, message.data, from);
  }

  void answer(int i, const String& message) {
    const std::int64_t from = now();
    const long number = std::atol(message.data.c_str());
    compute(planned(i).usual_ns + plan_.hold("work", i, number));
    if (planned(i).hogs > 0) set(shared_.hog[i], 0);
    stamp("ran", i, message.data, from);
    if (i < plan_.last()) {
      pass_on(i, number);
      return stamp("passed", i, message.data, now());
    }
    shared_.warm = 1;
    if (number == plan_.messages - 1) set(shared_.done, 1);
  }

  void send_bytes(std::int64_t bytes) {
    if (bytes == 0) return;
    static const int socket = [] {
      const int made = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
      const int room = 8 << 20;
      ::setsockopt(made, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof room);
      return made;
    }();
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(9);  // discard
    ::inet_pton(AF_INET, plan_.peer.c_str(), &to.sin_addr);
    const char datagram[1400] = {};
    for (std::int64_t sent = 0; sent < bytes; sent += static_cast<std::int64_t>(sizeof datagram)) {
      ::sendto(socket, datagram, sizeof datagram, 0, reinterpret_cast<sockaddr*>(&to), sizeof to);
    }
  }

  // <what> <node> <message> <from> <until> <waits of this thread> <waits of threads that
  // bring messages>
  void stamp(const char* what, int i, const std::string& message, std::int64_t from) {
    const std::int64_t until = now();
    const std::int64_t others = waited_by_others();
    std::ostringstream line;  // the thread's own wait as late as can be
    line << what << ' ' << i << ' ' << message << ' ' << from << ' ' << until << ' '
         << waited(folder_) << ' ' << others;
    stamps_.push_back(line.str());
  }

  std::int64_t waited_by_others() {
    std::set<std::int32_t> left_out{self_};
    for (const auto& some : hogs_) {
      for (const std::int32_t id : some->ids()) left_out.insert(id);
    }
    std::int64_t total = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      const std::string name = entry.path().filename();
      std::string comm;
      std::ifstream(entry.path() / "comm") >> comm;
      if (left_out.count(std::atoi(name.c_str())) || comm.rfind("ranvier", 0) == 0) continue;
      total += waited(entry.path());
    }
    return total;
  }

  const rclcpp::QoS kQos{100};
  const Plan& plan_;
  const int process_;
  Shared& shared_;
  const std::int32_t self_;
  const std::string folder_;
  long sent_ = 0, warming_ = 0;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::map<int, rclcpp::Publisher<String>::SharedPtr> links_, others_;
  std::vector<rclcpp::Subscription<String>::SharedPtr> subscriptions_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::vector<std::unique_ptr<Hogs>> hogs_;
  std::vector<std::string> stamps_;
};

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  if (argc < 5) return 2;
  const Plan plan(argv[1]);
  bool written = false;
  Shared& shared = map_shared(argv[3]);
  {
    Part part(plan, std::atoi(argv[2]), shared);
    // Not in the last callback, of which it would be the work.
    std::thread end([&shared] {
      while (shared.done == 0) futex(shared.done, FUTEX_WAIT, 0);
      rclcpp::shutdown();
    });
    part.spin();
    set(shared.done, 1);
    end.join();
    written = part.write(argv[4]);
  }
  return written ? 0 : 1;
}
