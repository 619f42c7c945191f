// How the line of Arduino waits: ends with the number of the claim that does not hold, or with 0.
#include <ranvier_micro_arduino.h>
#include <stdlib.h>

namespace {
constexpr int YIELDS = 3;
int yields;
Stream* line;
read_custom_func read_line;

/// Its only byte comes while others run.
class Slow : public Stream {
 public:
  size_t write(const uint8_t*, size_t size) override { return size; }
  int available() override { return yields >= YIELDS ? 1 : 0; }
  int read() override { return 7; }
};

size_t read_within(int timeout_ms) {
  yields = 0;
  uint8_t byte = 0;
  uxrCustomTransport transport = {};
  transport.args = line;
  return read_line(&transport, &byte, 1, timeout_ms, nullptr);
}
}  // namespace

extern "C" void yield() { ++yields; }

/// In place of the client's: keeps what it is given.
extern "C" rmw_ret_t rmw_uros_set_custom_transport(bool, void* args, open_custom_func,
                                                   close_custom_func, write_custom_func,
                                                   read_custom_func read) {
  line = static_cast<Stream*>(args);
  read_line = read;
  return RMW_RET_OK;
}

void setup() {
  static Slow slow;
  ranvier_micro_use(slow);
  if (read_within(60000) != 1 || yields != YIELDS) exit(1);
  if (read_within(0) != 0) exit(2);
  if (read_within(-1) != 0) exit(3);
  exit(0);
}
void loop() {}
