// The links of the agent where what is behind them goes, stalls or is too much.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <thread>

#include "eventually.h"
#include "micro/agent/carriers.h"
#include "micro/agent/sockets.h"
#include "ranvier_micro/wire/serial.h"

namespace ranvier::micro {
namespace {

using ranvier::support::eventually;
using ::testing::HasSubstr;
using ::testing::Not;
using Bytes = std::vector<std::uint8_t>;

// Whether an agent is there: asked in no session.
const Bytes kPing = {0x80, 0, 0, 0, XRCE_GET_INFO, 1, 8, 0, 0, 9, 0xff, 0xfd, 3, 0, 0, 0};

struct NoGraph final : Bus {
  Result<std::unique_ptr<BoardNode>> open_node(const std::string&, std::int16_t) override {
    return Error{Code::kWorld, "none"};
  }
};

bool readable(int file, int ms) {
  pollfd wanted{file, POLLIN, 0};
  return ::poll(&wanted, 1, ms) == 1;
}

// A pseudo terminal whose other end is the agent's line.
class Terminal {
 public:
  Terminal() {
    ::grantpt(line_.get());
    ::unlockpt(line_.get());
    xrce_unframer_init(&unframer_, buffer_.data(), buffer_.size());
  }
  std::string name() const { return ::ptsname(line_.get()); }
  void ping() {
    xrce_framer framer;
    Bytes frame;
    framer.to = &frame;
    framer.write = [](void* to, const std::uint8_t* bytes, std::size_t size) {
      static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), bytes, bytes + size);
      return true;
    };
    xrce_write_frame(&framer, 1, XRCE_AGENT_ADDRESS, kPing.data(), kPing.size());
    EXPECT_EQ(::write(line_.get(), frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
  }
  /// Frames of the agent that came. What the terminal echoes until it is raw is not the agent's.
  int frames(int wait_ms) {
    int frames = 0;
    std::uint8_t chunk[4096];
    while (readable(line_.get(), wait_ms)) {
      const ssize_t size = ::read(line_.get(), chunk, sizeof chunk);
      if (size <= 0) break;
      for (ssize_t i = 0; i < size; ++i) {
        if (xrce_unframe(&unframer_, chunk[i])) frames += unframer_.source == XRCE_AGENT_ADDRESS;
      }
    }
    return frames;
  }
  bool is_answered() {
    return eventually([this] {
      ping();
      return frames(20) != 0;
    });
  }

 private:
  const OwnedFile line_ = OwnedFile(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  Bytes buffer_ = Bytes(1024);
  xrce_unframer unframer_{};
};

class CarriersTest : public ::testing::Test {
 protected:
  CarriersTest()
      : loop_(std::move(*Loop::open())),
        agent_(
            {}, graph_, [this] { loop_->wake(); },
            [this](const std::string& text) {
              const std::lock_guard lock(mutex_);
              log_ += text + "\n";
            }) {}
  ~CarriersTest() override { stop(); }

  void open(Result<std::unique_ptr<Carrier>> carrier) {
    ASSERT_TRUE(carrier) << carrier.error().what;
    carriers_.push_back(std::move(*carrier));
  }
  void run() {
    thread_ = std::thread([this] {
      loop_->run([this] { agent_.tick(steady_ms()); }, [this] { agent_.run_woken(steady_ms()); },
                 [this] { return agent_.due(); });
    });
  }
  void stop() {
    loop_->stop();
    if (thread_.joinable()) thread_.join();
  }
  std::string log() {
    const std::lock_guard lock(mutex_);
    return log_;
  }
  bool logged(const std::string& text) {
    return eventually([&] { return log().find(text) != std::string::npos; });
  }

  NoGraph graph_;
  std::unique_ptr<Loop> loop_;
  std::mutex mutex_;
  std::string log_;
  Agent agent_;
  std::vector<std::unique_ptr<Carrier>> carriers_;
  std::thread thread_;
};

// A link to a terminal, as udev makes one for a board.
class Link {
 public:
  Link() {
    std::string folder = std::filesystem::temp_directory_path() / "ranvier_line_XXXXXX";
    folder_ = ::mkdtemp(folder.data());
  }
  ~Link() { std::filesystem::remove_all(folder_); }
  Link(const Link&) = delete;
  std::string name() const { return folder_ / "board"; }
  void to(const std::string& device) const {
    std::filesystem::remove(name());
    std::filesystem::create_symlink(device, name());
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(CarriersTest, ALineThatHangsUpIsHeardAgainWhenItIsBack) {
  const Link link;
  auto board = std::make_unique<Terminal>();
  link.to(board->name());
  open(open_serial(*loop_, agent_, link.name(), 115200));
  run();
  ASSERT_TRUE(board->is_answered());
  Terminal next;  // of another name: the old one is there still
  board.reset();
  ASSERT_TRUE(logged("Serial line '" + link.name() + "' hung up"));
  EXPECT_THAT(log(), Not(HasSubstr("is back")));
  link.to(next.name());
  EXPECT_TRUE(next.is_answered());
  EXPECT_TRUE(logged("Serial line '" + link.name() + "' is back"));
}

}  // namespace
}  // namespace ranvier::micro
