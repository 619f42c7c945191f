#include "security/keystore/certificate.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "ranvier/base/for_c.h"
#include "security/keystore/openssl.h"

namespace ranvier::security {
namespace {

bool set_name(X509& certificate, const std::string& name) {
  X509_NAME* subject = X509_get_subject_name(&certificate);
  return X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(name.data()),
                                    static_cast<int>(name.size()), -1, 0) == 1;
}

bool set_validity(X509& certificate, Validity validity) {
  const OwnedTime begin = asn1_time(validity.not_before), end = asn1_time(validity.not_after);
  return begin && end && X509_set1_notBefore(&certificate, begin.get()) == 1 &&
         X509_set1_notAfter(&certificate, end.get()) == 1;
}

bool add_constraints(X509& certificate, const char* constraints) {
  const OwnedExtension extension(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_basic_constraints, constraints));
  return extension && X509_add_ext(&certificate, extension.get(), -1) == 1;
}

// A certificate of version 3 with all but the issuer and the signature.
Certificate unsigned_certificate(const std::string& name, EVP_PKEY& key, Validity validity,
                                 const char* constraints) {
  Certificate made(X509_new());
  const OwnedInteger serial = random_serial();
  if (made && serial && X509_set_version(made.get(), X509_VERSION_3) == 1 &&
      X509_set_serialNumber(made.get(), serial.get()) == 1 && set_name(*made, name) &&
      set_validity(*made, validity) && X509_set_pubkey(made.get(), &key) == 1 &&
      add_constraints(*made, constraints)) {
    return made;
  }
  return {};
}

bool sign(X509& certificate, const X509& issuer, EVP_PKEY& key) {
  return X509_set_issuer_name(&certificate, X509_get_subject_name(&issuer)) == 1 &&
         X509_sign(&certificate, &key, EVP_sha256()) > 0;
}

// Nobody is asked for a password: a key that has one is refused.
int no_password(char*, int, int, void*) { return -1; }

}  // namespace

void KeyFree::operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
void CertificateFree::operator()(X509* certificate) const noexcept { X509_free(certificate); }

Result<Key> make_key() {
  Key key(EVP_EC_gen("P-256"));
  if (!key) return crypto_error("No key could be made");
  return key;
}

Result<Key> read_key(std::string_view pem, const std::string& name) {
  const OwnedBio bio = reading(pem);
  Key key(bio ? PEM_read_bio_PrivateKey(bio.get(), nullptr, for_c<no_password>(), nullptr)
              : nullptr);
  if (!key) return crypto_error("'" + name + "' is no private key without a password");
  return key;
}

Result<std::string> key_text(EVP_PKEY& key) {
  const OwnedBio bio(BIO_new(BIO_s_mem()));
  if (!bio ||
      PEM_write_bio_PKCS8PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return crypto_error("The key could not be written");
  }
  return written(*bio);
}

Result<Certificate> make_authority(const std::string& name, EVP_PKEY& key, Validity validity) {
  Certificate made = unsigned_certificate(name, key, validity, "critical,CA:TRUE,pathlen:1");
  if (!made || !sign(*made, *made, key)) {
    return crypto_error("No certificate could be made for the CA '" + name + "'");
  }
  return made;
}

Result<Certificate> make_certificate(const std::string& name, EVP_PKEY& key, Validity validity,
                                     const Authority& issuer) {
  Certificate made = unsigned_certificate(name, key, validity, "CA:FALSE");
  if (!made || !sign(*made, *issuer.certificate, *issuer.key)) {
    return crypto_error("No certificate could be made for '" + name + "'");
  }
  return made;
}

Result<Certificate> read_certificate(std::string_view pem, const std::string& name) {
  const OwnedBio bio = reading(pem);
  Certificate certificate(bio ? PEM_read_bio_X509(bio.get(), nullptr, for_c<no_password>(), nullptr)
                              : nullptr);
  if (!certificate) return crypto_error("'" + name + "' is no certificate");
  return certificate;
}

Result<std::string> certificate_text(X509& certificate) {
  const OwnedBio bio(BIO_new(BIO_s_mem()));
  if (!bio || PEM_write_bio_X509(bio.get(), &certificate) != 1) {
    return crypto_error("The certificate could not be written");
  }
  return written(*bio);
}

std::string subject_of(const X509& certificate) {
  const OwnedBio bio(BIO_new(BIO_s_mem()));
  constexpr unsigned long kFormat = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
  if (!bio || X509_NAME_print_ex(bio.get(), X509_get_subject_name(&certificate), 0, kFormat) < 0) {
    return {};
  }
  return written(*bio);
}

std::optional<Validity> validity_of(const X509& certificate) {
  const auto begin = time_of(X509_get0_notBefore(&certificate));
  const auto end = time_of(X509_get0_notAfter(&certificate));
  if (!begin || !end) return std::nullopt;
  return Validity{*begin, *end};
}

std::string serial_of(const X509& certificate) {
  const OwnedNumber number(ASN1_INTEGER_to_BN(X509_get0_serialNumber(&certificate), nullptr));
  char* digits = number ? BN_bn2hex(number.get()) : nullptr;
  std::string text(digits != nullptr ? digits : "");
  OPENSSL_free(digits);
  return text;
}

bool is_issued_by(X509& certificate, X509& issuer) {
  return X509_NAME_cmp(X509_get_issuer_name(&certificate), X509_get_subject_name(&issuer)) == 0 &&
         X509_verify(&certificate, X509_get0_pubkey(&issuer)) == 1;
}

bool is_key_of(const EVP_PKEY& key, const X509& certificate) {
  const EVP_PKEY* own = X509_get0_pubkey(&certificate);
  return own != nullptr && EVP_PKEY_eq(own, &key) == 1;
}

}  // namespace ranvier::security
