// What Cyclone asks of types and samples, asked as it does.
#include <vector>

#include "ranvier/cyclone/testing.h"
#include "ranvier/cyclone/wire/cdr_type.h"
#include "ranvier/cyclone/wire/sample.h"
#include "ranvier/cyclone/wire/vendor.h"

namespace ranvier::cyclone::testing {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

class SampleOperations : public ::testing::Test {
 protected:
  ~SampleOperations() override {
    for (ddsi_sertype* one : types_) ddsi_sertype_unref(one);
  }
  const ddsi_sertype& type(Framing framing, Dialect of_cyclone = Dialect::kCyclone) {
    types_.push_back(make_cdr_type(text_type(), "test::Text", framing, of_cyclone));
    return *types_.back();
  }
  static Bytes8 sent(const ddsi_serdata* sample) {
    Bytes8 bytes(ddsi_serdata_size(sample), 0xff);
    ddsi_serdata_to_ser(sample, 0, bytes.size(), bytes.data());
    return bytes;
  }
  /// What a reader of the type makes of bytes in two pieces.
  MessagePtr received(const ddsi_sertype& type, Bytes8 bytes) {
    const std::size_t cut = bytes.size() / 3;
    ddsrt_iovec_t parts[] = {{bytes.data(), cut}, {bytes.data() + cut, bytes.size() - cut}};
    ddsi_serdata* const sample = ddsi_serdata_from_ser_iov(&type, SDK_DATA, 2, parts, bytes.size());
    if (sample == nullptr) return {};
    MessagePtr message = incoming_message(as_cdr(sample), ddsi_writer_info{});
    ddsi_serdata_unref(sample);
    return message;
  }

 private:
  std::vector<ddsi_sertype*> types_;
};

TEST_F(SampleOperations, SendTheBytesOfAMessageAndReceiveThem) {
  const ddsi_sertype& plain = type(Framing::kPlain);
  CdrSample* const sample = make_outgoing(plain, stamped("hello"));
  ASSERT_NE(sample, nullptr);
  const MessagePtr copy = received(plain, sent(sample));
  ddsi_serdata_unref(sample);
  ASSERT_TRUE(copy);
  EXPECT_EQ(data_of(copy), "hello");
}

TEST_F(SampleOperations, PutTheHeaderOfARequestBeforeTheMessageAndTakeItOut) {
  const ddsi_sertype& framed = type(Framing::kService);
  const MessagePtr request = stamped("2 + 2");
  request->header().request = {0x1122334455667788, -5};
  CdrSample* const sample = make_outgoing(framed, request);
  ASSERT_NE(sample, nullptr);
  const Bytes8 bytes = sent(sample);
  EXPECT_EQ(bytes.size(), request->bytes().size + kServiceHeaderSize);
  ddsi_serdata_unref(sample);
  const MessagePtr copy = received(framed, bytes);
  ASSERT_TRUE(copy);
  EXPECT_EQ(data_of(copy), "2 + 2");
  EXPECT_EQ(copy->header().request, request->header().request);
}

TEST_F(SampleOperations, LeaveTheHeaderOutInTheDialectOfFastDds) {
  const MessagePtr request = stamped("2 + 2");
  CdrSample* const sample = make_outgoing(type(Framing::kService), request,
                                          InlineIdentity{IdentityParameter::kStandard, {}});
  ASSERT_NE(sample, nullptr);
  EXPECT_EQ(sent(sample).size(), request->bytes().size);
  ddsi_serdata_unref(sample);
}

TEST_F(SampleOperations, TakeNoPayloadThatIsCutOffOrNoPlainCdr) {
  const ddsi_sertype& plain = type(Framing::kPlain);
  CdrSample* const sample = make_outgoing(plain, stamped("hello"));
  Bytes8 bytes = sent(sample);
  ddsi_serdata_unref(sample);
  EXPECT_FALSE(received(plain, Bytes8(bytes.begin(), bytes.begin() + 3)));
  EXPECT_FALSE(received(type(Framing::kService), bytes));  // shorter than its header
  bytes[1] = 7;                                            // XCDR2
  EXPECT_FALSE(received(plain, bytes));
}

TEST_F(SampleOperations, GiveZerosBehindTheEndOfTheBytes) {
  CdrSample* const sample = make_outgoing(type(Framing::kPlain), stamped("hello"));
  const std::size_t size = ddsi_serdata_size(sample);
  Bytes8 bytes(8, 0xff);
  ddsi_serdata_to_ser(sample, size, bytes.size(), bytes.data());
  EXPECT_EQ(bytes, Bytes8(8, 0));
  ddsi_serdata_unref(sample);
}

TEST_F(SampleOperations, HaveNoKeysAndNoTypedSamples) {
  CdrSample* const sample = make_outgoing(type(Framing::kPlain), stamped("hello"));
  ddsi_serdata* const key = ddsi_serdata_to_untyped(sample);
  EXPECT_EQ(key->kind, SDK_KEY);
  EXPECT_TRUE(ddsi_serdata_eqkey(key, sample));
  ddsi_keyhash hash{{1, 2, 3}};
  ddsi_serdata_get_keyhash(sample, &hash, false);
  EXPECT_EQ(Bytes8(std::begin(hash.value), std::end(hash.value)), Bytes8(16, 0));
  EXPECT_FALSE(ddsi_serdata_to_sample(sample, nullptr, nullptr, nullptr));
  ddsi_serdata_unref(key);
  ddsi_serdata_unref(sample);
}

TEST_F(SampleOperations, ShowTheTypeAndTheSizeInTraces) {
  CdrSample* const sample = make_outgoing(type(Framing::kPlain), stamped("hello"));
  char text[64] = {};
  ddsi_serdata_print(sample, text, sizeof text);
  EXPECT_EQ(std::string(text),
            "(test::Text, " + std::to_string(ddsi_serdata_size(sample)) + " bytes)");
  ddsi_serdata_unref(sample);
}

TEST(Vendors, AreKnownByTheTwoBytesOfRtps) {
  EXPECT_EQ(vendor_of_bytes(1, 0x0f), Vendor::kEprosima);
  EXPECT_EQ(vendor_of_bytes(1, 0x10), Vendor::kEclipse);
  EXPECT_EQ(vendor_of_bytes(1, 0x12), Vendor::kAtostek);
  EXPECT_EQ(vendor_of_bytes(1, 0x01), Vendor::kOther);
  EXPECT_EQ(vendor_of_bytes(2, 0x10), Vendor::kOther);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
