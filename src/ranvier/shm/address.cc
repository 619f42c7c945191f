#include "ranvier/shm/address.h"

#include <sys/stat.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "ranvier/ring/layout.h"

namespace ranvier::shm {
namespace {

constexpr const char* kBootId = "/proc/sys/kernel/random/boot_id";
constexpr std::size_t kPlaceDigits = 16;
constexpr std::size_t kBootDigits = 8;
constexpr char kKeepsAll = 'a';
constexpr char kKeepsPast = 'p';
constexpr char kNoFlag = 'n';

bool hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Takes what stands before the next dot, or all of it.
std::string_view take_part(std::string_view& rest) {
  const std::size_t dot = rest.find('.');
  const std::string_view part = rest.substr(0, dot);
  rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
  return part;
}

bool to_number(std::string_view text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

// FNV-1a: names something, guards nothing.
std::uint32_t hash(std::string_view text) {
  std::uint32_t value = 0x811c'9dc5;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x0100'0193;
  return value;
}

}  // namespace

Address address_of(const std::string& place, const std::string& segment, std::uint64_t number,
                   const Qos& qos) {
  const bool reliable = qos.reliability == Reliability::kReliable;
  return {place, segment, number, reliable && qos.history == History::kKeepAll,
          reliable && qos.durability == Durability::kTransientLocal};
}

std::string to_user_data(const Address& address) {
  std::string flags;
  if (address.keeps_all) flags += kKeepsAll;
  if (address.keeps_past) flags += kKeepsPast;
  if (flags.empty()) flags += kNoFlag;
  return std::to_string(kLayout) + "." + address.place + "." + address.segment + "." +
         std::to_string(address.number) + "." + flags;
}

std::optional<Address> parse_user_data(const std::string& user_data) {
  std::string_view rest = user_data;
  std::uint64_t version = 0;
  Address address;
  if (!to_number(take_part(rest), version) || version != kLayout) return std::nullopt;
  address.place = take_part(rest);
  if (address.place.size() != kPlaceDigits || !hexadecimal(address.place)) return std::nullopt;
  address.segment = take_part(rest);
  if (!Folder::valid_name(address.segment)) return std::nullopt;
  if (!to_number(take_part(rest), address.number)) return std::nullopt;
  const std::string_view flags = rest;
  address.keeps_all = flags.find(kKeepsAll) != std::string_view::npos;
  address.keeps_past = flags.find(kKeepsPast) != std::string_view::npos;
  if (to_user_data(address) != user_data) return std::nullopt;  // nothing more, nothing twice
  return address;
}

Result<std::string> place_of(const Folder& folder) {
  std::string boot;
  std::ifstream(kBootId) >> boot;
  struct stat status;
  if (boot.empty() || ::stat(folder.path().c_str(), &status) != 0) {
    return Error{Code::kWorld, "Shared memory, '" + folder.path() + "': " + kBootId +
                                   " or the folder cannot be read. Processes of this host then "
                                   "talk over DDS."};
  }
  std::array<char, kPlaceDigits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x%08x", hash(boot),
                hash(std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino)));
  return std::string(digits.data());
}

bool same_host(const std::string& place, const std::string& other) noexcept {
  return place.compare(0, kBootDigits, other, 0, kBootDigits) == 0;
}

}  // namespace ranvier::shm
