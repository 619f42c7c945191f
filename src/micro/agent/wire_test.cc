// The client's wire against bytes that eProsima's peers sent.
#include <gmock/gmock.h>

#include <cstring>

#include "micro/agent/spec.h"
#include "ranvier_micro/wire/create.h"
#include "ranvier_micro/wire/serial.h"
#include "recordings.h"

namespace ranvier::micro {
namespace {

using namespace support;
using ::testing::ElementsAre;

TEST(WireTest, TheCrcIsThatOfTheField) {
  std::uint16_t crc = 0;
  for (const char c : std::string("123456789")) crc = xrce_crc16(crc, static_cast<std::uint8_t>(c));
  EXPECT_EQ(crc, 0xbb3d);
}

TEST(WireTest, ValuesLieAtTheirAlignmentInBothByteOrders) {
  for (const bool little : {true, false}) {
    std::uint8_t buffer[64] = {};
    xrce_cdr out;
    xrce_cdr_init(&out, buffer, sizeof buffer, little);
    xrce_put_u8(&out, 1);
    xrce_put_u32(&out, 0x01020304);
    xrce_put_u8(&out, 2);
    const double number = 0.5;
    xrce_put(&out, &number, 8, 1);
    xrce_put_string(&out, "ab");
    ASSERT_FALSE(out.failed);
    EXPECT_EQ(out.position, 24u + 7u);
    EXPECT_EQ(buffer[4], little ? 4 : 1);
    xrce_cdr in;
    xrce_cdr_init(&in, buffer, out.position, little);
    EXPECT_EQ(xrce_get_u8(&in), 1);
    EXPECT_EQ(xrce_get_u32(&in), 0x01020304u);
    EXPECT_EQ(xrce_get_u8(&in), 2);
    double read = 0;
    xrce_get(&in, &read, 8, 1);
    EXPECT_EQ(read, number);
    EXPECT_EQ(read_string(in, 10), "ab");
    EXPECT_FALSE(in.failed);
    xrce_get_u8(&in);
    EXPECT_TRUE(in.failed);
  }
}

TEST(WireTest, WhatDoesNotFitLeavesTheMessageAsItWas) {
  std::uint8_t buffer[20];
  const xrce_header header{XRCE_SESSION, XRCE_RELIABLE_STREAM, 5, false, {}};
  for (std::size_t capacity = 8; capacity < 16; ++capacity) {
    xrce_message message;
    xrce_start_message(&message, buffer, capacity, &header);
    EXPECT_FALSE(xrce_get_info(&message, 10, XRCE_AGENT_OBJECT, 2));
    EXPECT_EQ(message.size, 4u);
  }
}

TEST(WireTest, FramesAreThoseThatWereRecorded) {
  for (const Line& line : read_recording("ping_serial_raw")) {
    Bytes payload(600), again;
    xrce_unframer unframer;
    xrce_unframer_init(&unframer, payload.data(), payload.size());
    int frames = 0;
    for (const std::uint8_t byte : line.bytes) frames += xrce_unframe(&unframer, byte);
    ASSERT_EQ(frames, 1);
    xrce_framer framer;
    framer.to = &again;
    framer.write = [](void* to, const std::uint8_t* bytes, std::size_t size) {
      auto& frame = *static_cast<Bytes*>(to);
      frame.insert(frame.end(), bytes, bytes + size);
      return true;
    };
    ASSERT_TRUE(xrce_write_frame(&framer, unframer.source, unframer.destination, payload.data(),
                                 unframer.size));
    EXPECT_EQ(again, line.bytes);
  }
}

TEST(WireTest, ABrokenFrameIsDroppedAndTheNextOneTaken) {
  const Bytes good = read_recording("ping_serial_raw")[0].bytes;
  for (std::size_t i = 1; i < good.size(); ++i) {
    Bytes broken = good;
    broken[i] ^= 0x01;
    broken.insert(broken.end(), good.begin(), good.end());
    Bytes payload(32);
    xrce_unframer unframer;
    xrce_unframer_init(&unframer, payload.data(), payload.size());
    int frames = 0;
    for (const std::uint8_t byte : broken) frames += xrce_unframe(&unframer, byte);
    // The addresses are not under the CRC.
    EXPECT_EQ(frames, i <= 2 ? 2 : 1) << i;
  }
}

// Writes again what a recorded CREATE says.
Bytes written_again(const ObjectSpec& spec, const xrce_creation& what) {
  Bytes memory(1024);
  xrce_header header{XRCE_SESSION, XRCE_RELIABLE_STREAM, 0, false, {}};
  xrce_message message;
  xrce_start_message(&message, memory.data(), memory.size(), &header);
  const std::string topic = spec.name.starts_with("rt") ? spec.name.substr(2) : spec.name;
  const char* const parts[] = {spec.name.starts_with("rt") ? "rt" : "", topic.c_str(), nullptr};
  const xrce_endpoint_qos qos{static_cast<std::uint8_t>(spec.qos), spec.depth};
  const std::string base = spec.type.substr(0, spec.type.rfind("Request_"));
  switch (spec.kind) {
    case XRCE_PARTICIPANT:
      xrce_create_participant(&message, &what, "", spec.name.c_str(),
                              static_cast<std::uint16_t>(spec.domain));
      break;
    case XRCE_TOPIC: xrce_create_topic(&message, &what, parts, spec.type.c_str()); break;
    case XRCE_PUBLISHER:
    case XRCE_SUBSCRIBER: xrce_create_group(&message, &what); break;
    case XRCE_DATA_WRITER:
    case XRCE_DATA_READER: xrce_create_endpoint(&message, &what, spec.topic, &qos); break;
    default: xrce_create_service_end(&message, &what, spec.name.c_str(), base.c_str()); break;
  }
  memory.resize(message.size);
  return memory;
}

struct Submessage {
  std::uint8_t id, flags;
  Bytes payload;
};
std::vector<Submessage> submessages(const Bytes& message) {
  std::vector<Submessage> all;
  xrce_header header;
  std::size_t offset = xrce_read_header(&header, message.data(), message.size());
  xrce_submessage one;
  while (xrce_next_submessage(message.data(), message.size(), &offset, &one)) {
    all.push_back({one.id, one.flags, Bytes(one.payload, one.payload + one.size)});
  }
  return all;
}

std::optional<ObjectSpec> spec_of(const Submessage& create) {
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, create.payload.data(), create.payload.size(), create.flags & 1);
  xrce_get_u32(&cdr);  // the ids
  return read_spec(cdr, References());
}

TEST(WireTest, EachRecordedCreationIsReadAndThoseInBinaryFormAreWrittenTheSame) {
  int binary = 0, all = 0;
  for (const std::string& name : recordings()) {
    for (const Line& line : read_recording(name)) {
      if (line.from_agent) continue;
      for (const Submessage& one : submessages(line.bytes)) {
        if (one.id != XRCE_CREATE) continue;
        const auto spec = spec_of(one);
        ASSERT_TRUE(spec) << name << " " << line.time;
        ++all;
        // Our client names its participants.
        const bool nameless = spec->kind == XRCE_PARTICIPANT && spec->name.empty();
        if (one.payload[5] != XRCE_AS_BINARY || nameless) continue;
        ++binary;
        const xrce_creation what{static_cast<std::uint16_t>(one.payload[0] << 8 | one.payload[1]),
                                 static_cast<std::uint16_t>(one.payload[2] << 8 | one.payload[3]),
                                 spec->parent, static_cast<std::uint8_t>(one.flags & 0x06)};
        const auto again = submessages(written_again(*spec, what));
        ASSERT_EQ(again.size(), 1u);
        EXPECT_EQ(again[0].flags, one.flags);
        EXPECT_EQ(spec_of(again[0]), spec);
        // Padding apart, which is garbage in the recordings, the bytes are the same.
        ASSERT_EQ(again[0].payload.size(), one.payload.size()) << name << " " << line.time;
        int differing = 0;
        for (std::size_t i = 0; i < one.payload.size(); ++i) {
          differing += again[0].payload[i] != 0 && again[0].payload[i] != one.payload[i];
        }
        EXPECT_EQ(differing, 0) << name << " " << line.time;
      }
    }
  }
  EXPECT_GT(binary, 20);
  EXPECT_GT(all, 40);
}

TEST(WireTest, XmlIsReadAndBrokenXmlRefused) {
  const auto xml = parse_xml(
      "<?xml version='1.0'?><dds><!-- c --><topic a=\"1 &lt; 2\"> <name>rt/x"
      "</name></topic></dds>");
  ASSERT_TRUE(xml);
  EXPECT_EQ(xml->text_of({"topic", "name"}), "rt/x");
  EXPECT_EQ(xml->find({"topic"})->attribute("a"), "1 < 2");
  for (const char* broken :
       {"", "<", "<a>", "<a></b>", "<a x></a>", "<a/><b/>", "<!DOCTYPE x><a/>"}) {
    EXPECT_FALSE(parse_xml(broken)) << broken;
  }
  std::string deep;
  for (int i = 0; i < 20; ++i) deep = "<a>" + deep + "</a>";
  EXPECT_FALSE(parse_xml(deep));
}

TEST(WireTest, AProfileOfAFileIsFoundByItsNameAndKind) {
  References references;
  ASSERT_TRUE(
      references.read("<profiles><topic profile_name='t'><name>rt/x</name>"
                      "<dataType>D</dataType></topic></profiles>"));
  std::uint8_t memory[64];
  const xrce_header header{XRCE_SESSION, XRCE_RELIABLE_STREAM, 0, false, {}};
  xrce_message message;
  xrce_start_message(&message, memory, sizeof memory, &header);
  const xrce_creation what{10, xrce_object_id(0, XRCE_TOPIC), 0x0001, 0};
  ASSERT_TRUE(xrce_create_by_text(&message, &what, XRCE_BY_REFERENCE, "t"));
  const auto create = submessages(Bytes(memory, memory + message.size)).at(0);
  xrce_cdr cdr;
  xrce_cdr_init(&cdr, create.payload.data(), create.payload.size(), create.flags & 1);
  xrce_get_u32(&cdr);
  const auto spec = read_spec(cdr, references);
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->name, "rt/x");
  EXPECT_EQ(spec->type, "D");
  EXPECT_FALSE(spec_of(create)) << "without that file";
}

}  // namespace
}  // namespace ranvier::micro
