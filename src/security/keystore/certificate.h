// Keys and certificates as SROS 2 makes them: P-256, SHA-256, PEM.
#pragma once

#include <openssl/types.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"
#include "security/keystore/validity.h"

namespace ranvier::security {

struct KeyFree {
  void operator()(EVP_PKEY* key) const noexcept;
};
struct CertificateFree {
  void operator()(X509* certificate) const noexcept;
};
/// A private key. Its memory is libcrypto's.
using Key = std::unique_ptr<EVP_PKEY, KeyFree>;
using Certificate = std::unique_ptr<X509, CertificateFree>;

/// Who signs: a certificate and its key.
struct Authority {
  Certificate certificate;
  Key key;
};

// Contract of all: any thread. An error names what was read or made, with libcrypto's reason.

/// A new key on the curve P-256.
Result<Key> make_key();
/// @param pem  PKCS#8 (or what openssl ecparam writes), without a password.
/// @param name  what errors call it: its path.
Result<Key> read_key(std::string_view pem, const std::string& name);
Result<std::string> key_text(EVP_PKEY& key);  ///< PEM, PKCS#8, without a password

/// Signed by itself: "CN=<name>", a CA below which one more may stand.
Result<Certificate> make_authority(const std::string& name, EVP_PKEY& key, Validity validity);
/// "CN=<name>", no CA, with a serial number at random.
Result<Certificate> make_certificate(const std::string& name, EVP_PKEY& key, Validity validity,
                                     const Authority& issuer);
Result<Certificate> read_certificate(std::string_view pem, const std::string& name);
Result<std::string> certificate_text(X509& certificate);  ///< PEM

/// The subject as permissions name it: "CN=/talker", further parts behind commas (RFC 2253).
std::string subject_of(const X509& certificate);
/// Nothing if its dates are no dates.
std::optional<Validity> validity_of(const X509& certificate);
/// In hexadecimal digits.
std::string serial_of(const X509& certificate);
/// Whether `issuer` signed it. Dates are not looked at.
bool is_issued_by(X509& certificate, X509& issuer);
bool is_key_of(const EVP_PKEY& key, const X509& certificate);

}  // namespace ranvier::security
