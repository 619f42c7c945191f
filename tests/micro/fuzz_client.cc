// The client, given whatever bytes a link may bring: it must not read or write beyond its
// memory, and go on.
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/session/time.h"
#include "ranvier_micro/transport/framed.h"

namespace {

std::uint32_t now = 0;
const xrce_platform kPlatform{[] { return now; }, nullptr};

struct Input : xrce_bytes {
  const std::uint8_t* at;
  std::size_t left;
};

std::size_t read_input(xrce_bytes* bytes, std::uint8_t* to, std::size_t size, int) {
  auto& input = *static_cast<Input*>(bytes);
  if (size > input.left) size = input.left;
  std::memcpy(to, input.at, size);
  input.at += size;
  input.left -= size;
  return size;
}

bool take(xrce_entity*, xrce_cdr* sample, const std::uint8_t*) {
  std::uint8_t byte = 1;
  while (!sample->failed) byte = static_cast<std::uint8_t>(byte ^ xrce_get_u8(sample));
  return byte & 3;
}

// Given to the session as they are, each behind a length of one byte.
void give_messages(xrce_session& session, const std::uint8_t* data, std::size_t size) {
  while (size > 0) {
    const std::size_t one = data[0] < size ? data[0] : size - 1;
    std::memcpy(session.in, data + 1, one);
    xrce_handle(&session, session.in, one);
    now += 7;
    xrce_spin(&session, 0);
    data += 1 + one;
    size -= 1 + one;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Input input;
  input.open = [](xrce_bytes*) { return true; };
  input.close = [](xrce_bytes*) {};
  input.write = [](xrce_bytes*, const std::uint8_t*, std::size_t) { return true; };
  input.read = read_input;
  input.at = data;
  input.left = size;
  xrce_framed framed;
  xrce_framed_init(&framed, &input, &kPlatform, 1);
  static xrce_session session;
  xrce_session_init(&session, &framed.link, &kPlatform, 1);
  xrce_entity node{}, writer{}, reader{}, server{};
  node.kind = XRCE_PARTICIPANT;
  node.name = "n";
  node.type = "";
  writer.kind = XRCE_DATA_WRITER;
  reader.kind = XRCE_DATA_READER;
  server.kind = XRCE_REPLIER;
  for (xrce_entity* entity : {&writer, &reader, &server}) {
    entity->name = "/p";
    entity->type = "T";
    entity->node = &node;
    entity->qos = XRCE_QOS_RELIABLE;
    entity->take = take;
  }
  for (xrce_entity* entity : {&node, &writer, &reader, &server}) xrce_add(&session, entity);
  xrce_spin(&session, 0);
  if (size > 0 && data[0] & 1) {
    give_messages(session, data + 1, size - 1);
  } else {
    for (int i = 0; i < 64 && input.left > 0; ++i) {
      now += 7;
      xrce_spin(&session, 0);
    }
  }
  return 0;
}
