// The links of the agent where what is behind them goes, stalls or is too much.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <time.h>
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
  void ping(std::uint8_t request = 9) {
    Bytes question = kPing;
    question[9] = request;
    xrce_framer framer;
    Bytes frame;
    framer.to = &frame;
    framer.write = [](void* to, const std::uint8_t* bytes, std::size_t size) {
      static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), bytes, bytes + size);
      return true;
    };
    xrce_write_frame(&framer, 1, XRCE_AGENT_ADDRESS, question.data(), question.size());
    EXPECT_EQ(::write(line_.get(), frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
  }
  /// Frames of the agent that came. What the terminal echoes until it is raw is not the agent's.
  int frames(int wait_ms) {
    int frames = 0;
    std::uint8_t chunk[4096];
    while (readable(line_.get(), wait_ms)) {
      const ssize_t size = ::read(line_.get(), chunk, sizeof chunk);
      if (size <= 0) break;
      for (ssize_t i = 0; i < size; ++i) frames += take(chunk[i]);
    }
    return frames;
  }
  /// The request that the last frame answers.
  int last_answered() const { return last_answered_; }
  /// Whether each frame that began also ended, as it is to.
  bool all_whole() const { return begun_ == ended_; }
  bool is_answered() {
    return eventually([this] {
      ping();
      return frames(20) != 0;
    });
  }

 private:
  bool take(std::uint8_t byte) {
    begun_ += byte == XRCE_FRAME_FLAG;
    if (!xrce_unframe(&unframer_, byte)) return false;
    ++ended_;
    if (unframer_.source != XRCE_AGENT_ADDRESS) return false;
    last_answered_ = unframer_.payload[9];
    return true;
  }

  const OwnedFile line_ = OwnedFile(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  int begun_ = 0, ended_ = 0, last_answered_ = -1;
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

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return to;
}

// A board over TCP, each message behind its length.
class Connected {
 public:
  explicit Connected(std::uint16_t port) {
    const sockaddr_in to = loopback(port);
    EXPECT_EQ(::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  }
  void send(const Bytes& message) {
    Bytes framed = {static_cast<std::uint8_t>(message.size()), 0};
    framed.insert(framed.end(), message.begin(), message.end());
    EXPECT_GT(::send(socket_.get(), framed.data(), framed.size(), MSG_NOSIGNAL), 0);
  }
  bool is_answered(const Bytes& message) {
    send(message);
    std::uint8_t answer[256];
    return readable(socket_.get(), 60'000) && ::recv(socket_.get(), answer, sizeof answer, 0) > 0;
  }
  bool is_closed() {
    std::uint8_t answer[256];
    return readable(socket_.get(), 60'000) && ::recv(socket_.get(), answer, sizeof answer, 0) <= 0;
  }

 private:
  const OwnedFile socket_ = OwnedFile(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
};

Bytes login() {
  Bytes memory(64);
  const xrce_header header{XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, 0, false, {}};
  xrce_message message;
  xrce_start_message(&message, memory.data(), memory.size(), &header);
  const std::uint8_t key[4] = {0, 0, 0, 7};
  xrce_create_client(&message, key, XRCE_SESSION, 512, nullptr);
  memory.resize(message.size);
  return memory;
}

NetOptions on_loopback() {
  NetOptions options;
  options.port = 0;
  options.address = "127.0.0.1";
  return options;
}

// How many files this process may have, until it is destroyed.
class FileLimit {
 public:
  explicit FileLimit(int files) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit now = before_;
    now.rlim_cur = static_cast<rlim_t>(files);
    set_ = ::setrlimit(RLIMIT_NOFILE, &now) == 0;
  }
  ~FileLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FileLimit(const FileLimit&) = delete;
  bool is_set() const { return set_; }

 private:
  rlimit before_{};
  bool set_ = false;
};
int first_free_file() { return OwnedFile(::open("/dev/null", O_RDONLY)).get(); }

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

TEST_F(CarriersTest, ALineThatNobodyReadsHoldsNoOtherBoardUpAndItsFramesStayWhole) {
  Terminal stalled;
  open(open_serial(*loop_, agent_, stalled.name(), 115200));
  std::uint16_t port = 0;
  open(open_udp(*loop_, agent_, on_loopback(), &port));
  run();
  ASSERT_TRUE(stalled.is_answered());
  for (int i = 0; i < 2000; ++i) stalled.ping();
  EXPECT_TRUE(logged("takes less than is sent to its boards"));
  const sockaddr_in to = loopback(port);
  const OwnedFile other(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(other.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
  ASSERT_GT(::send(other.get(), kPing.data(), kPing.size(), 0), 0);
  EXPECT_TRUE(readable(other.get(), 60'000));
  EXPECT_TRUE(eventually([&] {
    stalled.ping(77);
    stalled.frames(20);
    return stalled.last_answered() == 77;
  }));
  EXPECT_TRUE(stalled.all_whole());
  stop();
  EXPECT_GT(agent_.counts().unsent, 0u);
}

TEST_F(CarriersTest, AConnectionWithoutALoginIsClosedAndOneWithALoginStays) {
  NetOptions options = on_loopback();
  options.without_login_ms = 100;
  std::uint16_t port = 0;
  open(open_tcp(*loop_, agent_, options, &port));
  run();
  Connected board(port);
  ASSERT_TRUE(board.is_answered(login()));
  for (int i = 0; i < 2; ++i) {
    Connected unused(port);
    EXPECT_TRUE(unused.is_closed());
  }
  EXPECT_TRUE(board.is_answered(kPing));
  const Bytes logout = {XRCE_SESSION, 0, 0, 0, XRCE_DELETE, 1, 4, 0, 0, 9, 0xff, 0xfe};
  EXPECT_TRUE(board.is_answered(logout));
  EXPECT_TRUE(board.is_closed()) << "nobody is logged in there any more";
  stop();
  EXPECT_EQ(agent_.counts().closed, 3u);
  EXPECT_THAT(log(), HasSubstr("no board was logged in"));
}

TEST_F(CarriersTest, WithoutAFileMoreTheAgentWaitsAndAcceptsLater) {
#if defined(__SANITIZE_ADDRESS__) || defined(__aarch64__)
  GTEST_SKIP() << "UBSan, and qemu for this architecture, need files of their own";
#endif
  std::uint16_t port = 0;
  open(open_tcp(*loop_, agent_, on_loopback(), &port));
  Connected board(port);  // waits in the queue of the system
  auto none = std::make_unique<FileLimit>(first_free_file());
  const std::int64_t began = steady_ms();
  run();
  ASSERT_TRUE(logged("ulimit -n"));
  none.reset();
  EXPECT_TRUE(board.is_answered(kPing));
  const std::int64_t waited = steady_ms() - began;
  clockid_t clock{};
  timespec used{};
  ASSERT_EQ(::pthread_getcpuclockid(thread_.native_handle(), &clock), 0);
  ASSERT_EQ(::clock_gettime(clock, &used), 0);
  EXPECT_LT(used.tv_sec * 1000 + used.tv_nsec / 1'000'000, waited / 2) << "it does not spin";
}

TEST_F(CarriersTest, ConnectionsLeaveTheLowFilesToWhoWaitsWithSelect) {
  const FileLimit more(2 * FD_SETSIZE);
  if (!more.is_set()) GTEST_SKIP() << "the system allows no " << 2 * FD_SETSIZE << " files";
  std::uint16_t port = 0;
  open(open_tcp(*loop_, agent_, on_loopback(), &port));
  run();
  Connected board(port);
  ASSERT_TRUE(board.is_answered(kPing));
  EXPECT_NE(::fcntl(FD_SETSIZE, F_GETFD), -1) << "where the connection is";
}

}  // namespace
}  // namespace ranvier::micro
