#include <fcntl.h>
#include <termios.h>
#include <cerrno>
#include <cstdlib>
#include <map>

#include "micro/agent/sockets.h"
#include "ranvier_micro/wire/serial.h"

namespace ranvier::micro {
namespace {

constexpr std::size_t kLongestFrame = 65'529;
// Bytes that wait for a line: 0.7 s of one at 115200 baud. More would only be older.
constexpr std::size_t kMostUnsentOnLine = 8192;
constexpr std::int64_t kAgainMs = 500;  // between two looks for a line that hung up

speed_t speed_of(unsigned baud) {
  static const std::map<unsigned, speed_t> kSpeeds = {
      {9600, B9600},       {19200, B19200},    {38400, B38400},   {57600, B57600},
      {115200, B115200},   {230400, B230400},  {460800, B460800}, {921600, B921600},
      {1000000, B1000000}, {2000000, B2000000}};
  const auto found = kSpeeds.find(baud);
  return found == kSpeeds.end() ? B0 : found->second;
}

bool make_raw(int file, unsigned baud) {
  termios line{};
  if (::tcgetattr(file, &line) != 0) return false;
  ::cfmakeraw(&line);
  line.c_cflag |= CREAD | CLOCAL;
  if (baud != 0 && (speed_of(baud) == B0 || ::cfsetspeed(&line, speed_of(baud)) != 0)) return false;
  return ::tcsetattr(file, TCSANOW, &line) == 0;
}

Result<OwnedFile> open_line(const std::string& device, unsigned baud) {
  OwnedFile line(::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  if (line.get() < 0) {
    return Error{Code::kWorld, "Serial line '" + device +
                                   "' cannot be opened: " + std::strerror(errno) +
                                   ". Plug the board in, or join the group of the device."};
  }
  if (!make_raw(line.get(), baud)) {
    return Error{Code::kInvalidArgument, "Serial line '" + device + "' does not run at " +
                                             std::to_string(baud) + " baud. Use 115200."};
  }
  return line;
}

struct Device {
  std::string name;
  unsigned baud = 0;
  OwnedFile other = OwnedFile();  // the other end of a pseudo terminal of ours: it stays open
};

// A line on which several boards may be, each with its address.
class SerialCarrier final : public Carrier {
 public:
  SerialCarrier(Loop& loop, Agent& agent, OwnedFile line, Device device)
      : loop_(loop), agent_(agent), line_(std::move(line)), device_(std::move(device)) {
    xrce_unframer_init(&unframer_, buffer_.data(), buffer_.size());
  }
  ~SerialCarrier() override { loop_.remove(line_.get()); }

  int begin() {
    return loop_.add(line_.get(), [this] {
      read();
      flush();
    });
  }

  void send(const std::string& peer, std::span<const std::uint8_t> message) override {
    if (line_.get() < 0) return;
    if (unsent_.size() > kMostUnsentOnLine) return drop();
    xrce_framer framer;
    framer.write = [](void* to, const std::uint8_t* bytes, std::size_t size) {
      auto& frame = *static_cast<std::vector<std::uint8_t>*>(to);
      frame.insert(frame.end(), bytes, bytes + size);
      return true;
    };
    framer.to = &unsent_;
    xrce_write_frame(&framer, XRCE_AGENT_ADDRESS, static_cast<std::uint8_t>(peer[0]),
                     message.data(), message.size());
    flush();
  }

  std::string where(const std::string& peer) const override {
    return "'" + device_.name + "' address " + std::to_string(static_cast<std::uint8_t>(peer[0]));
  }

 private:
  // What the line does not take now goes when it does: other boards do not wait for it.
  void flush() {
    std::size_t done = 0;
    while (done < unsent_.size()) {
      const ssize_t sent = ::write(line_.get(), unsent_.data() + done, unsent_.size() - done);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) break;
      done += static_cast<std::size_t>(sent);
    }
    unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(done));
    const bool waits = !unsent_.empty();
    if (std::exchange(waits_, waits) != waits) loop_.watch_room(line_.get(), waits);
  }

  // Whole frames only: a cut one would cost the next one too.
  void drop() {
    agent_.drop(&Counts::unsent, "Serial line '" + device_.name +
                                     "' takes less than is sent to its boards: messages are "
                                     "dropped. Raise the baud rate, or publish less.");
  }

  void read() {
    std::uint8_t chunk[4096];
    const ssize_t size = ::read(line_.get(), chunk, sizeof chunk);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return hang_up();
    if (size > 0 && std::exchange(away_, false)) {
      agent_.tell("Serial line '" + device_.name + "' is back.");
    }
    for (ssize_t i = 0; i < size; ++i) {
      if (!xrce_unframe(&unframer_, chunk[i])) continue;
      if (unframer_.destination != XRCE_AGENT_ADDRESS) continue;
      const std::string peer(1, static_cast<char>(unframer_.source));
      peers_.insert(peer);
      agent_.receive(*this, peer, {unframer_.payload, unframer_.size}, steady_ms());
    }
  }

  // A board on USB that is reset takes its device along, and brings a new one of that name.
  void hang_up() {
    loop_.remove(line_.get());
    line_ = OwnedFile();
    unsent_.clear();
    waits_ = false;
    for (const std::string& peer : peers_) agent_.lose(*this, peer);
    peers_.clear();
    xrce_unframer_init(&unframer_, buffer_.data(), buffer_.size());
    again_.set(steady_ms() + kAgainMs);
    // Once until a board is heard again: a line may open and hang up many times.
    if (std::exchange(away_, true)) return;
    agent_.tell("Serial line '" + device_.name +
                "' hung up: its boards are gone until it comes back. Plug the board in again if it "
                "was not reset.");
  }

  void open_again() {
    auto line = open_line(device_.name, device_.baud);
    if (line) line_ = std::move(*line);
    if (!line || begin() != 0) again_.set(steady_ms() + kAgainMs);
  }

  Loop& loop_;
  Agent& agent_;
  OwnedFile line_;  // none while it is away
  const Device device_;
  Timer again_{loop_, [this] { open_again(); }};
  bool away_ = false;  // until something is heard
  std::set<std::string> peers_;
  std::vector<std::uint8_t> buffer_ = std::vector<std::uint8_t>(kLongestFrame);
  std::vector<std::uint8_t> unsent_;  // frames; the first one may have begun
  bool waits_ = false;                // for room on the line
  xrce_unframer unframer_{};
};

Result<std::unique_ptr<Carrier>> begin(Loop& loop, Agent& agent, OwnedFile line, Device device) {
  const std::string name = device.name;
  auto carrier = std::make_unique<SerialCarrier>(loop, agent, std::move(line), std::move(device));
  if (const int refused = carrier->begin(); refused != 0) {
    return Error{Code::kWorld, "Serial line '" + name + "': " + std::strerror(refused)};
  }
  return std::unique_ptr<Carrier>(std::move(carrier));
}

}  // namespace

Result<std::unique_ptr<Carrier>> open_serial(Loop& loop, Agent& agent, const std::string& device,
                                             unsigned baud) {
  auto line = open_line(device, baud);
  if (!line) return line.error();
  return begin(loop, agent, std::move(*line), {device, baud});
}

Result<std::unique_ptr<Carrier>> open_pseudoterminal(Loop& loop, Agent& agent,
                                                     std::string* device) {
  OwnedFile line(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  char name[64];
  if (line.get() < 0 || ::grantpt(line.get()) != 0 || ::unlockpt(line.get()) != 0 ||
      ::ptsname_r(line.get(), name, sizeof name) != 0) {
    return Error{Code::kWorld, std::string("There is no pseudo terminal: ") + std::strerror(errno)};
  }
  // Held open, so that the line does not hang up between two boards.
  OwnedFile other(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (other.get() < 0 || !make_raw(other.get(), 0)) {
    return Error{Code::kWorld,
                 std::string("Pseudo terminal '") + name + "': " + std::strerror(errno)};
  }
  *device = name;
  return begin(loop, agent, std::move(line), {name, 0, std::move(other)});
}

}  // namespace ranvier::micro
