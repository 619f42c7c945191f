// The CAs of a keystore, as files. Of this room alone.
#pragma once

#include <filesystem>
#include <string>

#include "ranvier/base/result.h"
#include "security/keystore/certificate.h"

namespace ranvier::security {

Result<Key> load_key(const std::filesystem::path& path);
Result<Certificate> load_certificate(const std::filesystem::path& path);

/// @return an error too if the key is not that of the certificate.
Result<Authority> load_authority(const std::filesystem::path& certificate,
                                 const std::filesystem::path& key);

/// Writes the text, and its signed form beside it: "<stem>.xml" and "<stem>.p7s".
Result<void> write_signed(const std::filesystem::path& stem, const std::string& text,
                          const Authority& signer);

/// The list of revoked certificates with one more; a new one if `path` is not there.
/// It holds until the CA ends: one that had run out would shut everybody out.
Result<void> add_to_revoked(const std::filesystem::path& path, const X509& certificate,
                            const Authority& issuer);

/// Whether the list at `path` names the certificate. @return an error if the file is no such list.
Result<bool> is_revoked(const std::filesystem::path& path, const X509& certificate);

}  // namespace ranvier::security
