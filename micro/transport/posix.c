#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* the higher rates of serial lines */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int64_t xrce_posix_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static uint32_t now_ms(void) { return (uint32_t)(xrce_posix_now_ns() / 1000000); }
static void sleep_ms(uint32_t milliseconds) { poll(NULL, 0, (int)milliseconds); }
const xrce_platform xrce_posix_platform = {now_ms, sleep_ms};

static bool wait_for(int file, short events, int timeout_ms) {
  struct pollfd wanted = {file, events, 0};
  return poll(&wanted, 1, timeout_ms) > 0;
}

static xrce_posix_net* net_of(xrce_transport* link) { return (xrce_posix_net*)link; }

static bool open_net(xrce_transport* link) {
  xrce_posix_net* net = net_of(link);
  struct addrinfo wanted, *found = NULL;
  memset(&wanted, 0, sizeof(wanted));
  wanted.ai_socktype = net->is_stream ? SOCK_STREAM : SOCK_DGRAM;
  if (getaddrinfo(net->host, net->port, &wanted, &found) != 0) return false;
  net->socket = -1;
  for (const struct addrinfo* at = found; at != NULL && net->socket < 0; at = at->ai_next) {
    const int fd = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (fd < 0) continue;
    if (connect(fd, at->ai_addr, at->ai_addrlen) == 0) {
      net->socket = fd;
    } else {
      close(fd);
    }
  }
  freeaddrinfo(found);
  const int yes = 1;
  if (net->socket >= 0 && net->is_stream) {
    setsockopt(net->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  }
  net->got = 0;
  net->forgotten = false;
  return net->socket >= 0;
}

static void close_net(xrce_transport* link) {
  xrce_posix_net* net = net_of(link);
  if (net->socket >= 0) close(net->socket);
  net->socket = -1;
}

/* What a refused or full socket drops is lost as on any wire. */
static bool send_udp(xrce_transport* link, const uint8_t* message, size_t size) {
  xrce_posix_net* net = net_of(link);
  if (send(net->socket, message, size, MSG_NOSIGNAL) >= 0) return true;
  return errno == ECONNREFUSED || errno == ENOBUFS || errno == EAGAIN || errno == EINTR;
}

static size_t receive_udp(xrce_transport* link, uint8_t* message, size_t capacity, int timeout_ms) {
  xrce_posix_net* net = net_of(link);
  ssize_t size = recv(net->socket, message, capacity, MSG_DONTWAIT | MSG_TRUNC);
  if (size < 0 && timeout_ms != 0 && wait_for(net->socket, POLLIN, timeout_ms)) {
    size = recv(net->socket, message, capacity, MSG_DONTWAIT | MSG_TRUNC);
  }
  return size < 0 || (size_t)size > capacity ? 0 : (size_t)size;
}

static bool send_all(int fd, const uint8_t* from, size_t size, bool is_socket) {
  while (size != 0) {
    const ssize_t sent = is_socket ? send(fd, from, size, MSG_NOSIGNAL) : write(fd, from, size);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN && wait_for(fd, POLLOUT, 1000)) continue;
    if (sent <= 0) return false;
    from += sent;
    size -= (size_t)sent;
  }
  return true;
}

static bool send_tcp(xrce_transport* link, const uint8_t* message, size_t size) {
  const uint8_t length[2] = {(uint8_t)size, (uint8_t)(size >> 8)};
  const int fd = net_of(link)->socket;
  return fd >= 0 && send_all(fd, length, 2, true) && send_all(fd, message, size, true);
}

/* One step of reading: true if it changed something. A closed connection is left for the
 * next send to find. */
static bool read_tcp(xrce_posix_net* net, uint8_t* message, size_t capacity) {
  uint8_t byte;
  ssize_t got;
  if (net->got < 2) {
    got = recv(net->socket, &byte, 1, MSG_DONTWAIT);
    if (got <= 0) return false;
    net->size = net->got == 0 ? byte : (uint16_t)(net->size | (unsigned)byte << 8);
  } else {
    const size_t at = net->got - 2u;
    const bool fits = net->size <= capacity;
    got = recv(net->socket, fits ? message + at : &byte, fits ? net->size - at : 1, MSG_DONTWAIT);
    if (got <= 0) return false;
  }
  net->got = (uint16_t)(net->got + got);
  return true;
}

static size_t receive_tcp(xrce_transport* link, uint8_t* message, size_t capacity, int timeout_ms) {
  xrce_posix_net* net = net_of(link);
  const uint32_t begin = now_ms();
  for (;;) {
    while (read_tcp(net, message, capacity)) {
      if (net->got < 2 || net->got - 2u < net->size) continue;
      const bool whole = net->size != 0 && net->size <= capacity && !net->forgotten;
      net->got = 0;
      net->forgotten = false;
      if (whole) return net->size;
    }
    const uint32_t spent = now_ms() - begin;
    if (spent >= (uint32_t)timeout_ms) return 0;
    const int left = timeout_ms - (int)spent;
    char peek;
    if (wait_for(net->socket, POLLIN, left) &&
        recv(net->socket, &peek, 1, MSG_DONTWAIT | MSG_PEEK) == 0) {
      sleep_ms((uint32_t)left); /* closed: there is nothing to come */
    }
  }
}

static void forget_tcp(xrce_transport* link) {
  xrce_posix_net* net = net_of(link);
  net->forgotten = net->got > 2;
}

void xrce_posix_udp_init(xrce_posix_net* net, const char* host, const char* port) {
  memset(net, 0, sizeof(*net));
  net->link.open = open_net;
  net->link.close = close_net;
  net->link.send = send_udp;
  net->link.receive = receive_udp;
  net->host = host;
  net->port = port;
  net->socket = -1;
}

void xrce_posix_tcp_init(xrce_posix_net* net, const char* host, const char* port) {
  xrce_posix_udp_init(net, host, port);
  net->is_stream = true;
  net->link.send = send_tcp;
  net->link.receive = receive_tcp;
  net->link.forget = forget_tcp;
}

static xrce_posix_serial* serial_of(xrce_bytes* bytes) { return (xrce_posix_serial*)bytes; }

static speed_t speed_of(uint32_t baud) {
  static const struct {
    uint32_t baud;
    speed_t speed;
  } known[] = {{9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},
               {115200, B115200}, {230400, B230400}, {460800, B460800}, {921600, B921600}};
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
    if (known[i].baud == baud) return known[i].speed;
  }
  return B0;
}

static bool open_serial(xrce_bytes* bytes) {
  xrce_posix_serial* serial = serial_of(bytes);
  const speed_t speed = speed_of(serial->baud);
  serial->file = speed == B0 ? -1 : open(serial->device, O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (serial->file < 0) return false;
  struct termios line;
  if (tcgetattr(serial->file, &line) == 0) { /* a terminal, and no pipe */
    line.c_iflag = 0;
    line.c_oflag = 0;
    line.c_lflag = 0;
    line.c_cflag = CS8 | CREAD | CLOCAL;
    line.c_cc[VMIN] = 0;
    line.c_cc[VTIME] = 0;
    cfsetispeed(&line, speed);
    cfsetospeed(&line, speed);
    tcsetattr(serial->file, TCSANOW, &line);
    tcflush(serial->file, TCIFLUSH);
  }
  return true;
}

static void close_serial(xrce_bytes* bytes) {
  xrce_posix_serial* serial = serial_of(bytes);
  if (serial->file >= 0) close(serial->file);
  serial->file = -1;
}

static bool write_serial(xrce_bytes* bytes, const uint8_t* from, size_t size) {
  return send_all(serial_of(bytes)->file, from, size, false);
}

static size_t read_serial(xrce_bytes* bytes, uint8_t* to, size_t size, int timeout_ms) {
  const int file = serial_of(bytes)->file;
  ssize_t got = read(file, to, size);
  if (got <= 0 && timeout_ms != 0) {
    if (!wait_for(file, POLLIN, timeout_ms)) return 0;
    got = read(file, to, size);
    if (got <= 0) sleep_ms((uint32_t)(timeout_ms < 10 ? timeout_ms : 10)); /* hung up */
  }
  return got < 0 ? 0 : (size_t)got;
}

void xrce_posix_serial_init(xrce_posix_serial* serial, const char* device, uint32_t baud) {
  memset(serial, 0, sizeof(*serial));
  serial->bytes.open = open_serial;
  serial->bytes.close = close_serial;
  serial->bytes.write = write_serial;
  serial->bytes.read = read_serial;
  serial->device = device;
  serial->baud = baud;
  serial->file = -1;
}
