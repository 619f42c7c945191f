#include "security/keystore/authority.h"

#include <openssl/pem.h>

#include "ranvier/base/for_c.h"
#include "security/keystore/file.h"
#include "security/keystore/openssl.h"
#include "security/keystore/smime.h"

namespace ranvier::security {
namespace {

namespace fs = std::filesystem;

int give_no_password(char*, int, int, void*) { return -1; }

Result<OwnedCrl> load_revoked(const fs::path& path) {
  const auto pem = read_file(path);
  if (!pem) return pem.error();
  const OwnedBio bio = reading(*pem);
  OwnedCrl list(bio ? PEM_read_bio_X509_CRL(bio.get(), nullptr, for_c<give_no_password>(), nullptr)
                    : nullptr);
  if (!list) return crypto_error("'" + path.string() + "' is no list of revoked certificates");
  return list;
}

OwnedCrl new_list(const Authority& issuer) {
  OwnedCrl list(X509_CRL_new());
  if (list && X509_CRL_set_version(list.get(), X509_CRL_VERSION_2) == 1 &&
      X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(issuer.certificate.get())) == 1) {
    return list;
  }
  return {};
}

bool add_revoked(X509_CRL& list, const X509& certificate) {
  X509_REVOKED* there = nullptr;
  if (X509_CRL_get0_by_cert(&list, &there, const_cast<X509*>(&certificate)) == 1) return true;
  OwnedRevoked entry(X509_REVOKED_new());
  const OwnedTime when = asn1_time(now());
  const bool done =
      entry && when &&
      X509_REVOKED_set_serialNumber(
          entry.get(), const_cast<ASN1_INTEGER*>(X509_get0_serialNumber(&certificate))) == 1 &&
      X509_REVOKED_set_revocationDate(entry.get(), when.get()) == 1 &&
      X509_CRL_add0_revoked(&list, entry.get()) == 1;
  if (done) static_cast<void>(entry.release());  // the list owns it
  return done;
}

bool sign_list(X509_CRL& list, const Authority& issuer) {
  const OwnedTime when = asn1_time(now());
  return when && X509_CRL_set1_lastUpdate(&list, when.get()) == 1 &&
         X509_CRL_set1_nextUpdate(&list, X509_get0_notAfter(issuer.certificate.get())) == 1 &&
         X509_CRL_sort(&list) == 1 && X509_CRL_sign(&list, issuer.key.get(), EVP_sha256()) > 0;
}

}  // namespace

Result<Key> load_key(const fs::path& path) {
  const auto pem = read_file(path);
  if (!pem) return pem.error();
  return read_key(*pem, path.string());
}

Result<Certificate> load_certificate(const fs::path& path) {
  const auto pem = read_file(path);
  if (!pem) return pem.error();
  return read_certificate(*pem, path.string());
}

Result<Authority> load_authority(const fs::path& certificate, const fs::path& key) {
  auto public_part = load_certificate(certificate);
  if (!public_part) return public_part.error();
  auto private_part = load_key(key);
  if (!private_part) return private_part.error();
  if (!is_key_of(**private_part, **public_part)) {
    return Error{Code::kInvalidArgument, "'" + key.string() + "' is not the key of '" +
                                             certificate.string() +
                                             "': one of them belongs to another keystore."};
  }
  return Authority{*std::move(public_part), *std::move(private_part)};
}

Result<void> write_signed(const fs::path& stem, const std::string& text, const Authority& signer) {
  const auto document = sign_text(text, signer);
  if (!document) return document.error();
  if (auto done = write_file(stem.string() + ".xml", text, Readers::kByUmask); !done) return done;
  return write_file(stem.string() + ".p7s", *document, Readers::kByUmask);
}

Result<void> add_to_revoked(const fs::path& path, const X509& certificate,
                            const Authority& issuer) {
  auto list = load_revoked(path);
  if (!list && list.error().code == Code::kNotFound) list = new_list(issuer);
  if (!list) return list.error();
  const OwnedBio bio(BIO_new(BIO_s_mem()));
  if (!*list || !bio || !add_revoked(**list, certificate) || !sign_list(**list, issuer) ||
      PEM_write_bio_X509_CRL(bio.get(), list->get()) != 1) {
    return crypto_error("'" + path.string() + "' could not be made");
  }
  return write_file(path, written(*bio), Readers::kByUmask);
}

Result<bool> is_revoked(const fs::path& path, const X509& certificate) {
  const auto list = load_revoked(path);
  if (!list) return list.error();
  X509_REVOKED* there = nullptr;
  return X509_CRL_get0_by_cert(list->get(), &there, const_cast<X509*>(&certificate)) == 1;
}

}  // namespace ranvier::security
