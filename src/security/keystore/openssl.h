// What libcrypto hands out, as owners; and its reasons as words. Of this room alone.
#pragma once

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"
#include "security/keystore/validity.h"

namespace ranvier::security {

template <auto free>
struct Frees {
  template <class T>
  void operator()(T* object) const noexcept {
    free(object);
  }
};
using OwnedBio = std::unique_ptr<BIO, Frees<BIO_free_all>>;
using OwnedNumber = std::unique_ptr<BIGNUM, Frees<BN_free>>;
using OwnedPkcs7 = std::unique_ptr<PKCS7, Frees<PKCS7_free>>;
using OwnedCrl = std::unique_ptr<X509_CRL, Frees<X509_CRL_free>>;
using OwnedRevoked = std::unique_ptr<X509_REVOKED, Frees<X509_REVOKED_free>>;
using OwnedTime = std::unique_ptr<ASN1_TIME, Frees<ASN1_STRING_free>>;
using OwnedInteger = std::unique_ptr<ASN1_INTEGER, Frees<ASN1_STRING_free>>;
using OwnedExtension = std::unique_ptr<X509_EXTENSION, Frees<X509_EXTENSION_free>>;

/// "<what>: <libcrypto's reason>." Empties libcrypto's queue of errors of this thread.
Error crypto_error(const std::string& what);

/// A BIO that reads `bytes`, which must outlive it.
OwnedBio reading(std::string_view bytes);
/// All that was written into a memory BIO.
std::string written(BIO& bio);

OwnedTime asn1_time(Time time);
std::optional<Time> time_of(const ASN1_TIME* time);
OwnedInteger random_serial();

}  // namespace ranvier::security
