// Samples that go out: encoded, framed and counted.
#include <cstring>
#include <string>

#include "ranvier/base/for_c.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/cyclone/wire/payload.h"
#include "ranvier/cyclone/wire/sample.h"

namespace ranvier::cyclone {
namespace {

using codec::kEncapsulationSize;
using codec::kLittleEndianHost;
using codec::swap_bytes;

// A copy of the message's bytes with a service's header in it, or with padding.
Bytes framed_copy(const Bytes& bytes, Framing framing, const RequestId& request,
                  BytesKeeper& keeper) {
  const std::size_t header = framing == Framing::kService ? kServiceHeaderSize : 0;
  std::uint8_t* copy = take_payload(bytes.size + header, keeper);
  if (copy == nullptr) return {};
  std::memcpy(copy, bytes.data, kEncapsulationSize);
  if (header) {
    const bool swap = (bytes.data[1] == 1) != kLittleEndianHost;
    const std::uint64_t client = swap ? swap_bytes(request.client) : request.client;
    const std::int64_t sequence = swap ? swap_bytes(request.sequence) : request.sequence;
    std::memcpy(copy + kEncapsulationSize, &client, 8);
    std::memcpy(copy + kEncapsulationSize + 8, &sequence, 8);
  }
  std::memcpy(copy + kEncapsulationSize + header, bytes.data + kEncapsulationSize,
              bytes.size - kEncapsulationSize);
  std::memset(copy + bytes.size + header, 0, -(bytes.size + header) & 3);
  return {copy, bytes.size + header};
}

// The encoder pads what it makes; of bytes from elsewhere nothing is known.
bool is_padded(const MessagePtr& message, const Bytes& bytes) {
  return bytes.size % 4 == 0 || message->padded();
}

bool encode_now(CdrSample& sample) {
  const Bytes bytes = sample.message->bytes();
  if (bytes.size < kEncapsulationSize) return false;
  const Framing framing = framing_of(sample);
  sample.wire = bytes;
  if (framing == Framing::kService || !is_padded(sample.message, bytes)) {
    sample.wire = framed_copy(bytes, framing, sample.request, sample.keeper);
  }
  return sample.wire.data != nullptr;
}

// For a sample that is encoded when DDS asks for it, where nothing may be refused.
bool measure(CdrSample& sample) {
  const std::size_t size = sample.message->encoded_size();
  if (size != 0) sample.wire.size = size + header_size(sample);
  return size != 0;
}

OwnedSample outgoing(const ddsi_sertype& type, const MessagePtr& message) {
  OwnedSample sample(new_sample(&type, SDK_DATA));
  sample->outgoing = true;
  sample->timestamp.v = message->header().source_timestamp;
  sample->message = message;
  sample->request = message->header().request;
  return sample;
}

}  // namespace

CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message,
                         const InlineIdentity& identity) {
  OwnedSample sample = outgoing(type, message);
  sample->dialect = Dialect::kFast;
  sample->related = identity;
  const bool good = encode_now(*sample);
  given_to_c();
  return good && sample->wire.size <= kMostSampleBytes ? sample.release() : nullptr;
}

CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message, Encode when) {
  OwnedSample sample = outgoing(type, message);
  const bool later = when == Encode::kWhenSent && message->born_as_object();
  const bool good = later ? measure(*sample) : encode_now(*sample);
  given_to_c();
  return good && sample->wire.size <= kMostSampleBytes ? sample.release() : nullptr;
}

Error not_outgoing(const std::string& who, const MessagePtr& message) {
  const std::string begin = who + ": a message of type '" + message->type().name + "' ";
  const std::size_t size = message->payload_size();
  if (size + kServiceHeaderSize > kMostSampleBytes) {
    return {Code::kTooLong,
            begin + "has " + std::to_string(size) + " bytes, and DDS carries at most " +
                std::to_string(kMostSampleBytes) + " to other processes. Send it in parts."};
  }
  return {Code::kInvalidArgument, begin +
                                      "cannot be encoded. It holds a value beyond a bound of "
                                      "its type, or there is no memory."};
}

}  // namespace ranvier::cyclone
