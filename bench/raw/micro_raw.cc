// The floor of the agent's clients: as many sockets send as many bytes as often to a relay, a
// process of its own that waits as the agent does. It prints "<quantity> <number>" lines.
//
// clients=N seconds=S to=socket: the relay sends each datagram on, to whom it came from.
// to=dds: it has a topic and a writer of Cyclone DDS for each client too, made with the first
// datagram: its memory is what DDS takes.
// relay=FILE: is the relay, which this program starts with that socket.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/crowd.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"
#include "tests/support/fork_child.h"

namespace ranvier::bench {
namespace {

constexpr std::size_t kBytes = 76;       // of the agent's clients: 64 and what stands before them
constexpr std::size_t kMost = 65'535;    // of a datagram
constexpr int kMostATurn = 64;           // datagrams
constexpr int kReceiveBuffer = 4 << 20;  // a burst of all, as the agent has it

sockaddr* as_any(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

// A socket on loopback; `port` is set to its own in network order.
int bound_socket(sockaddr_in& at) {
  const int file = ::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);  // the relay has it too
  socklen_t size = sizeof at;
  at = {};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::setsockopt(file, SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof kReceiveBuffer);
  if (::bind(file, as_any(at), size) != 0 || ::getsockname(file, as_any(at), &size) != 0) {
    throw std::runtime_error("no UDP on loopback");
  }
  return file;
}

/// A topic and a writer for each client, under one participant and publisher, as an agent has them.
class Writers {
 public:
  Writers()
      : publisher_(dds_create_publisher(participant_.entity(), nullptr, nullptr)),
        qos_(dds_create_qos()) {
    add_participant_endpoints(participant_);
    dds_qset_reliability(qos_, DDS_RELIABILITY_BEST_EFFORT, 0);
    dds_qset_history(qos_, DDS_HISTORY_KEEP_LAST, 10);
  }
  ~Writers() { dds_delete_qos(qos_); }
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;

  void add(in_port_t client) {
    if (!known_.insert(client).second) return;
    const std::string name = "rt/bench_" + std::to_string(known_.size());
    ddsi_sertype* type = make_blob_type("std_msgs::msg::dds_::String_");
    const dds_entity_t topic = dds_create_topic_sertype(participant_.entity(), name.c_str(), &type,
                                                        nullptr, nullptr, nullptr);
    if (topic < 0 || dds_create_writer(publisher_, topic, qos_, nullptr) < 0) {
      throw std::runtime_error("no writer on '" + name + "'");
    }
  }

 private:
  RawParticipant participant_;
  const dds_entity_t publisher_;
  dds_qos_t* const qos_;
  std::set<in_port_t> known_;
};

/// Sends on what comes to a socket.
class Relay {
 public:
  Relay(int socket, bool to_dds) : socket_(socket) {
    if (to_dds) writers_ = std::make_unique<Writers>();
  }

  [[noreturn]] void run() {
    const int poll = ::epoll_create1(EPOLL_CLOEXEC);
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    ::epoll_ctl(poll, EPOLL_CTL_ADD, socket_, &wanted);
    for (;;) {
      epoll_event events[64];
      if (::epoll_wait(poll, events, 64, -1) > 0) receive();
    }
  }

 private:
  void receive() {
    for (int i = 0; i < kMostATurn; ++i) {
      sockaddr_in from{};
      socklen_t from_size = sizeof from;
      const ssize_t size = ::recvfrom(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT,
                                      as_any(from), &from_size);
      if (size < 0) return;
      if (writers_) writers_->add(from.sin_port);
      ::sendto(socket_, buffer_.data(), static_cast<std::size_t>(size), MSG_DONTWAIT, as_any(from),
               from_size);
    }
  }

  const int socket_;
  std::unique_ptr<Writers> writers_;
  std::vector<std::uint8_t> buffer_ = std::vector<std::uint8_t>(kMost);
};

[[noreturn]] void become_relay(int socket, const std::string& to) {
  std::string relay = "relay=" + std::to_string(socket), where = "to=" + to, name = "relay";
  std::array<char*, 4> words{name.data(), relay.data(), where.data(), nullptr};
  ::execv("/proc/self/exe", words.data());
  ::_exit(127);
}

/// A relay as a program of its own, until this goes.
class RelayProcess {
 public:
  explicit RelayProcess(const std::string& to) {
    const int socket = bound_socket(at_);
    pid_ = support::fork_child();
    if (pid_ == 0) become_relay(socket, to);
    ::close(socket);
  }
  ~RelayProcess() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  RelayProcess(const RelayProcess&) = delete;
  RelayProcess& operator=(const RelayProcess&) = delete;

  pid_t pid() const { return pid_; }
  sockaddr_in at() const { return at_; }

 private:
  sockaddr_in at_{};
  pid_t pid_ = -1;
};

class Client {
 public:
  explicit Client(sockaddr_in relay) : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    if (::connect(socket_, as_any(relay), sizeof relay) != 0) {
      throw std::runtime_error("no socket for a client");
    }
  }
  Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  ~Client() {
    if (socket_ >= 0) ::close(socket_);
  }

  /// Sends until it is answered. Errors: std::runtime_error.
  void log_in() const {
    pollfd wanted{socket_, POLLIN, 0};
    for (int i = 0; i < 300; ++i) {
      if (!send()) continue;
      if (::poll(&wanted, 1, 200) != 1) continue;
      return take();
    }
    throw std::runtime_error("the relay does not answer");
  }
  /// As a client of the agent does it: first it looks for what has come.
  bool spin_and_send() const {
    take();
    return send();
  }

 private:
  void take() const {
    std::array<std::uint8_t, kBytes> bytes{};
    (void)::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  }
  bool send() const {
    const std::array<std::uint8_t, kBytes> bytes{};
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0;
  }

  int socket_;
};

void many(int count, int seconds, const std::string& to) {
  allow_many_files();
  const RelayProcess relay(to);
  Upkeep upkeep(relay.pid(), count);
  std::vector<Client> clients;
  for (int i = 0; i < count; ++i) {
    clients.emplace_back(relay.at()).log_in();
    if (i == 0) upkeep.one_is_there();
  }
  upkeep.all_are_there();
  long sent = 0;
  ten_times_a_second(seconds, [&] {
    for (const Client& client : clients) sent += client.spin_and_send();
  });
  upkeep.print_cpu(sent);
  if (to == "dds") upkeep.print_memory();
}

void run(const Args& args) {
  const std::string to = args.text("to");
  if (to != "socket" && to != "dds")
    throw std::runtime_error("to=" + to + " is neither socket nor dds");
  if (args.has("relay")) Relay(static_cast<int>(args.integer("relay")), to == "dds").run();
  many(static_cast<int>(args.integer("clients")), static_cast<int>(args.integer("seconds")), to);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) try {
  ranvier::bench::run(ranvier::bench::Args(argc, argv));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_micro_raw: %s\n", error.what());
  return 1;
}
