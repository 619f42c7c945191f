// The agent, given whatever bytes a peer may send.
#include <cstring>

#include "micro/agent/agent.h"
#include "ranvier_micro/wire/serial.h"

namespace {

using namespace ranvier;
using namespace ranvier::micro;

// Endpoints that give each sample back once.
class EchoEndpoint final : public micro::Endpoint {
 public:
  explicit EchoEndpoint(std::function<void()> ready) : ready_(std::move(ready)) {}
  Result<void> write(const Written& sample) override {
    last_.assign(sample.bytes.begin(), sample.bytes.end());
    has_ = true;
    ready_();
    return {};
  }
  bool take(Sample& to) override {
    if (!has_) return false;
    to.bytes = last_;
    to.is_graph = last_.size() % 2 != 0;  // which the client may have no room for
    has_ = false;
    return true;
  }

 private:
  const std::function<void()> ready_;
  std::vector<std::uint8_t> last_;
  bool has_ = false;
};

class EchoNode final : public BoardNode {
 public:
  Result<std::unique_ptr<micro::Endpoint>> open(const ObjectSpec&,
                                                std::function<void()> ready) override {
    return std::unique_ptr<micro::Endpoint>(new EchoEndpoint(std::move(ready)));
  }
};

class EchoBus final : public Bus {
 public:
  Result<std::unique_ptr<BoardNode>> open_node(const std::string&, std::int16_t) override {
    return std::unique_ptr<BoardNode>(new EchoNode);
  }
};

class Nowhere final : public Carrier {
 public:
  void send(const std::string&, std::span<const std::uint8_t>) override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  EchoBus bus;
  Nowhere carrier;
  Agent agent({}, bus, [] {}, [](const std::string&) {});
  std::int64_t now = 1000;
  // A login first, for most inputs would not get in.
  const std::uint8_t login[] = {0x80, 0, 0, 0,   0,    1,    0x10, 0,    'X',  'R', 'C',  'E',
                                1,    0, 1, 0xf, 0xaa, 0xaa, 0xbb, 0xbb, 0x81, 0,   0xfc, 1};
  agent.receive(carrier, "a", login, now);
  while (size > 1) {  // messages behind a length of two bytes
    std::size_t one = data[0] | static_cast<std::size_t>(data[1]) << 8;
    data += 2;
    size -= 2;
    if (one > size) one = size;
    agent.receive(carrier, one % 7 == 0 ? "b" : "a", {data, one}, now += 13);
    agent.run_woken(now);
    agent.tick(now);
    data += one;
    size -= one;
  }
  return 0;
}
