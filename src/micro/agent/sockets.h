// Small helpers around sockets.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstring>
#include <string>

#include "micro/agent/carriers.h"

namespace ranvier::micro {

/// A file that is closed at the end.
class OwnedFile {
 public:
  explicit OwnedFile(int file = -1) : file_(file) {}
  OwnedFile(OwnedFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  OwnedFile& operator=(OwnedFile&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~OwnedFile() {
    if (file_ >= 0) ::close(file_);
  }
  int get() const { return file_; }

 private:
  int file_;
};

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = sizeof(sockaddr_storage);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  /// Bytes that name it; of() gives it back.
  std::string bytes() const {
    if (storage.ss_family == AF_INET6) {
      const auto& in = reinterpret_cast<const sockaddr_in6&>(storage);
      std::string text("6");
      text.append(reinterpret_cast<const char*>(&in.sin6_port), 2);
      text.append(reinterpret_cast<const char*>(&in.sin6_addr), 16);
      text.append(reinterpret_cast<const char*>(&in.sin6_scope_id), 4);
      return text;
    }
    const auto& in = reinterpret_cast<const sockaddr_in&>(storage);
    std::string text("4");
    text.append(reinterpret_cast<const char*>(&in.sin_port), 2);
    text.append(reinterpret_cast<const char*>(&in.sin_addr), 4);
    return text;
  }
  static SocketAddress of(const std::string& bytes) {
    SocketAddress address;
    if (bytes[0] == '6') {
      auto& in = reinterpret_cast<sockaddr_in6&>(address.storage);
      in.sin6_family = AF_INET6;
      std::memcpy(&in.sin6_port, bytes.data() + 1, 2);
      std::memcpy(&in.sin6_addr, bytes.data() + 3, 16);
      std::memcpy(&in.sin6_scope_id, bytes.data() + 19, 4);
      address.size = sizeof(sockaddr_in6);
    } else {
      auto& in = reinterpret_cast<sockaddr_in&>(address.storage);
      in.sin_family = AF_INET;
      std::memcpy(&in.sin_port, bytes.data() + 1, 2);
      std::memcpy(&in.sin_addr, bytes.data() + 3, 4);
      address.size = sizeof(sockaddr_in);
    }
    return address;
  }
};

/// A bound socket. @param type  SOCK_DGRAM or SOCK_STREAM. @param port  set to the real one.
Result<OwnedFile> bound_socket(const NetOptions& options, int type, std::uint16_t* port);

}  // namespace ranvier::micro
