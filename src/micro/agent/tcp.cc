#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/select.h>
#include <cerrno>
#include <map>

#include "micro/agent/sockets.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kMostConnections = 10'000;
constexpr std::int64_t kPauseMs = 1000;          // without accepting, when there is no room
constexpr std::size_t kMostUnsent = 256 * 1024;  // bytes; a client that reads nothing is left

// Cyclone waits with select(), which ends the process at a file from FD_SETSIZE on: what is below
// is left to it, where the system lets this process have more.
OwnedFile out_of_the_way(OwnedFile socket) {
  const int high = ::fcntl(socket.get(), F_DUPFD_CLOEXEC, FD_SETSIZE);
  return high < 0 ? std::move(socket) : OwnedFile(high);
}

struct Connection {
  OwnedFile socket;
  std::vector<std::uint8_t> in;    // what came and is no whole message yet
  std::vector<std::uint8_t> out;   // what the socket did not take yet
  bool broken = false;             // closed after this turn
  std::int64_t close_at = kNever;  // while no client is logged in there
};

class TcpCarrier final : public Carrier {
 public:
  TcpCarrier(Loop& loop, Agent& agent, OwnedFile listener, const NetOptions& options)
      : loop_(loop), agent_(agent), listener_(std::move(listener)), options_(options) {}
  ~TcpCarrier() override {
    loop_.remove(listener_.get());
    for (auto& [name, connection] : connections_) loop_.remove(connection.socket.get());
  }

  int begin() {
    return loop_.add(listener_.get(), [this] { accept(); });
  }

  void send(const std::string& peer, std::span<const std::uint8_t> message) override {
    const auto found = connections_.find(peer);
    if (found == connections_.end() || found->second.broken || message.size() > 0xffff) return;
    Connection& to = found->second;
    to.out.push_back(static_cast<std::uint8_t>(message.size()));
    to.out.push_back(static_cast<std::uint8_t>(message.size() >> 8));
    to.out.insert(to.out.end(), message.begin(), message.end());
    flush(to);
  }

  std::string where(const std::string& peer) const override {
    const auto found = connections_.find(peer);
    SocketAddress address;
    if (found == connections_.end() ||
        ::getpeername(found->second.socket.get(), address.get(), &address.size) != 0) {
      return "a connection that is closed";
    }
    return text_with_port(address.storage);
  }

 private:
  // What is not taken now goes with the next message: clients answer, so there is one.
  static void flush(Connection& to) {
    const ssize_t sent =
        ::send(to.socket.get(), to.out.data(), to.out.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) to.out.erase(to.out.begin(), to.out.begin() + sent);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) to.broken = true;
    if (to.out.size() > kMostUnsent) to.broken = true;
  }

  void accept() {
    SocketAddress from;
    OwnedFile accepted(
        ::accept4(listener_.get(), from.get(), &from.size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (accepted.get() < 0 && (errno == EMFILE || errno == ENFILE)) return pause();
    if (accepted.get() < 0) return;
    if (!allows(options_.allowed, from.storage)) return agent_.turn_away(text_of(from.storage));
    if (connections_.size() >= kMostConnections) {
      return agent_.drop(&Counts::closed, "There are " + std::to_string(kMostConnections) +
                                              " connections already: more are closed. Start "
                                              "another agent for these boards.");
    }
    OwnedFile socket = out_of_the_way(std::move(accepted));
    const int file = socket.get();
    const int yes = 1;
    ::setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const std::string name = std::to_string(++last_);
    const std::int64_t close_at = steady_ms() + options_.without_login_ms;
    connections_.emplace(name, Connection{std::move(socket), {}, {}, false, close_at});
    if (loop_.add(file, [this, name] { read(name); }) != 0) connections_.erase(name);
    if (look_.when() == kNever) look_.set(close_at);
  }

  // Who wants to connect stays in the queue of the system meanwhile.
  void pause() {
    agent_.warn_once(std::string("Nobody can connect: ") + std::strerror(errno) +
                     ". Raise ulimit -n, or the system's fs.file-max.");
    loop_.remove(listener_.get());
    go_on_.set(steady_ms() + kPauseMs);
  }

  void look_for_logins() {
    const std::int64_t now = steady_ms();
    std::vector<std::string> unused;
    for (auto& [name, connection] : connections_) {
      if (agent_.has_session(*this, name)) {
        connection.close_at = kNever;
      } else if (connection.close_at == kNever) {
        connection.close_at = now + options_.without_login_ms;
      } else if (connection.close_at <= now) {
        unused.push_back(name);
      }
    }
    for (const std::string& name : unused) {
      agent_.drop(&Counts::closed, "A connection on which no board was logged in for " +
                                       std::to_string(options_.without_login_ms) +
                                       " ms is closed. The board may connect again.");
      close(name);
    }
    if (!connections_.empty()) look_.set(now + options_.without_login_ms / 4);
  }

  void close(const std::string& name) {
    const auto found = connections_.find(name);
    loop_.remove(found->second.socket.get());
    agent_.lose(*this, name);
    connections_.erase(found);
  }

  void read(const std::string name) {
    const auto found = connections_.find(name);
    if (found == connections_.end()) return;
    Connection& from = found->second;
    std::uint8_t buffer[16 * 1024];
    const ssize_t size = ::recv(from.socket.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (size > 0) {
      from.in.insert(from.in.end(), buffer, buffer + size);
      hand_over(name, from);
      if (!from.out.empty()) flush(from);
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      from.broken = true;
    }
    if (from.broken) close(name);
  }

  void hand_over(const std::string& name, Connection& from) {
    std::size_t at = 0;
    while (from.in.size() - at >= 2) {
      const std::size_t size = from.in[at] | static_cast<std::size_t>(from.in[at + 1]) << 8;
      if (from.in.size() - at - 2 < size) break;
      agent_.receive(*this, name, {from.in.data() + at + 2, size}, steady_ms());
      at += 2 + size;
    }
    from.in.erase(from.in.begin(), from.in.begin() + static_cast<std::ptrdiff_t>(at));
  }

  Loop& loop_;
  Agent& agent_;
  const OwnedFile listener_;
  const NetOptions options_;
  Timer go_on_{loop_, [this] {
                 if (begin() != 0) go_on_.set(steady_ms() + kPauseMs);
               }};
  Timer look_{loop_, [this] { look_for_logins(); }};
  std::map<std::string, Connection> connections_;
  std::uint64_t last_ = 0;
};

}  // namespace

Result<std::unique_ptr<Carrier>> open_tcp(Loop& loop, Agent& agent, const NetOptions& options,
                                          std::uint16_t* port) {
  auto socket = bound_socket(options, SOCK_STREAM, port);
  if (!socket) return socket.error();
  int refused = ::listen(socket->get(), 128) == 0 ? 0 : errno;
  auto carrier = std::make_unique<TcpCarrier>(loop, agent, std::move(*socket), options);
  if (refused == 0) refused = carrier->begin();
  if (refused != 0) {
    return Error{Code::kWorld, "The agent cannot listen on port " + std::to_string(options.port) +
                                   ": " + std::strerror(refused) + ". Choose another --port."};
  }
  return std::unique_ptr<Carrier>(std::move(carrier));
}

}  // namespace ranvier::micro
