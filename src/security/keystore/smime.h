// Signed documents: governance.p7s and permissions.p7s.
#pragma once

#include <openssl/types.h>

#include <string>
#include <string_view>

#include "ranvier/base/result.h"
#include "security/keystore/certificate.h"

namespace ranvier::security {

/// The text as S/MIME multipart/signed (RFC 8551): in clear, as text/plain, and its signature
/// (PKCS#7, SHA-256, with the signer's certificate) behind it.
/// Contract: any thread.
Result<std::string> sign_text(const std::string& text, const Authority& signer);

/// The text of a signed document, if `signer` signed it as it stands. Dates are not looked at.
/// @param name  what errors call it: its path.
/// Contract: any thread. The bytes may be anybody's.
Result<std::string> signed_text(std::string_view document, X509& signer, const std::string& name);

/// The text, whoever signed it: to say what a document means, not to rely on it.
Result<std::string> unverified_text(std::string_view document, const std::string& name);

}  // namespace ranvier::security
