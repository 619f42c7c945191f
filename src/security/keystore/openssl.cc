#include "security/keystore/openssl.h"

#include <openssl/err.h>

#include <ctime>

namespace ranvier::security {

Error crypto_error(const std::string& what) {
  const unsigned long number = ERR_peek_last_error();
  const char* reason = number != 0 ? ERR_reason_error_string(number) : nullptr;
  ERR_clear_error();
  return {Code::kWorld, what + (reason != nullptr ? std::string(": ") + reason : "") + "."};
}

OwnedBio reading(std::string_view bytes) {
  return OwnedBio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
}

std::string written(BIO& bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(&bio, &data);
  return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

OwnedTime asn1_time(Time time) {
  return OwnedTime(
      ASN1_TIME_set(nullptr, static_cast<std::time_t>(time.time_since_epoch().count())));
}

std::optional<Time> time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return Time(std::chrono::seconds(::timegm(&parts)));
}

OwnedInteger random_serial() {
  constexpr int kBits = 159;  // positive in the 20 bytes that RFC 5280 allows
  const OwnedNumber number(BN_new());
  if (!number || BN_rand(number.get(), kBits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) != 1) return {};
  return OwnedInteger(BN_to_ASN1_INTEGER(number.get(), nullptr));
}

}  // namespace ranvier::security
