#include "security/keystore/smime.h"

#include <algorithm>
#include <memory>

#include "security/keystore/openssl.h"

namespace ranvier::security {
namespace {

constexpr int kText = PKCS7_TEXT | PKCS7_DETACHED | PKCS7_NOSMIMECAP;

using OwnedStack =
    std::unique_ptr<STACK_OF(X509), Frees<[](STACK_OF(X509)* stack) { sk_X509_free(stack); }>>;

// A signed document in its two parts.
struct Parts {
  OwnedPkcs7 signature;
  OwnedBio text;
};

Result<Parts> split(std::string_view document, const std::string& name) {
  const OwnedBio bio = reading(document);
  BIO* text = nullptr;
  Parts parts;
  parts.signature.reset(bio ? SMIME_read_PKCS7(bio.get(), &text) : nullptr);
  parts.text.reset(text);
  if (!parts.signature) {
    return crypto_error("'" + name + "' is no signed document (S/MIME, multipart/signed)");
  }
  if (!parts.text || PKCS7_type_is_signed(parts.signature.get()) == 0) {
    return Error{Code::kInvalidArgument,
                 "'" + name + "' has no text in clear before its signature."};
  }
  return parts;
}

// XML, and the header of text/plain before it, end lines with CR LF in mail.
std::string without_returns(std::string text) {
  std::erase(text, '\r');
  return text;
}

}  // namespace

Result<std::string> sign_text(const std::string& text, const Authority& signer) {
  const OwnedBio in = reading(text), out(BIO_new(BIO_s_mem()));
  const OwnedPkcs7 made(
      PKCS7_sign(nullptr, nullptr, nullptr, in.get(), kText | PKCS7_STREAM | PKCS7_PARTIAL));
  const bool done = in && out && made &&
                    PKCS7_sign_add_signer(made.get(), signer.certificate.get(), signer.key.get(),
                                          EVP_sha256(), kText) != nullptr &&
                    PKCS7_final(made.get(), in.get(), kText) == 1 && BIO_reset(in.get()) == 1 &&
                    SMIME_write_PKCS7(out.get(), made.get(), in.get(), kText) == 1;
  if (!done) return crypto_error("The document could not be signed");
  return written(*out);
}

Result<std::string> signed_text(std::string_view document, X509& signer, const std::string& name) {
  auto parts = split(document, name);
  if (!parts) return parts.error();
  const OwnedBio out(BIO_new(BIO_s_mem()));
  const OwnedStack signers(sk_X509_new_null());
  if (!out || !signers || sk_X509_push(signers.get(), &signer) == 0) {
    return crypto_error("'" + name + "' could not be checked");
  }
  // That certificate and no other: those inside the document are not asked.
  constexpr int kFlags = PKCS7_TEXT | PKCS7_NOINTERN | PKCS7_NOVERIFY;
  if (PKCS7_verify(parts->signature.get(), signers.get(), nullptr, parts->text.get(), out.get(),
                   kFlags) != 1) {
    return crypto_error("'" + name + "' was changed after it was signed, or '" +
                        subject_of(signer) + "' did not sign it");
  }
  return without_returns(written(*out));
}

Result<std::string> unverified_text(std::string_view document, const std::string& name) {
  auto parts = split(document, name);
  if (!parts) return parts.error();
  const OwnedBio out(BIO_new(BIO_s_mem()));
  if (!out || SMIME_text(parts->text.get(), out.get()) != 1) {
    return crypto_error("'" + name + "' has no text/plain before its signature");
  }
  return without_returns(written(*out));
}

}  // namespace ranvier::security
