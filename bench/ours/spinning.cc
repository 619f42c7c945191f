#include "bench/ours/spinning.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "bench/common/clock.h"

namespace ranvier::bench {

void tell_that_it_spins() {
  const char* const path = std::getenv("RANVIER_BENCH_SPINNING");
  if (path == nullptr) throw std::runtime_error("RANVIER_BENCH_SPINNING names no socket");
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::strncpy(to.sun_path, path, sizeof to.sun_path - 1);
  const std::int64_t now = now_ns();
  const int file = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const ssize_t sent =
      ::sendto(file, &now, sizeof now, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  ::close(file);
  if (sent != sizeof now) throw std::runtime_error(std::string("nobody hears at ") + path);
}

}  // namespace ranvier::bench
