// Reads types out of a trace's metadata.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/trace_read/types.h"
#include "analysis/trace_read/words.h"

namespace ranvier::trace_read {

/// Threads: one. Errors: those of Words; a type is always given, be it of no use.
class TypeWords : protected Words {
 public:
  explicit TypeWords(std::vector<Token> tokens) : Words(std::move(tokens)) {}

 protected:
  /// A type: one that is declared here, or known by name.
  TypePtr type();
  /// What stands behind the word `typealias`.
  void alias();

 private:
  TypePtr declared(const std::string& word);
  TypePtr integer();
  TypePtr floating_point();
  TypePtr string();
  TypePtr enumeration();
  TypePtr structure();
  TypePtr variant();
  TypePtr known();
  TypePtr named(const std::string& kind);
  TypePtr remember(const std::string& kind, const std::string& name, Type made);
  void labels(Type& into);
  void members(Type& into);
  Field member();
  TypePtr array_of(TypePtr element);
  void add(Type& to, Field member);
  void set_align(Type& of, std::int64_t bits);
  void set_byte_order(Type& of, const std::string& order);

  std::map<std::string, TypePtr> known_;  // "uint8_t", "unsigned long", "struct packet_context"
  std::uint32_t depth_ = 0;
};

}  // namespace ranvier::trace_read
