// Which messages of a topic a subscription wants: a condition on their fields,
// in the language of DDS 1.4, annex B.
//
//   condition  := predicate | condition AND condition | condition OR condition
//               | NOT condition | ( condition )
//   predicate  := operand (= | <> | != | > | >= | < | <= | LIKE) operand
//               | operand [NOT] BETWEEN operand AND operand
//   operand    := field.of.field | list[3] | 12 | 0x1F | 1.5e3 | 'text' | TRUE
//               | FALSE | %0 … %99
//
// A %n stands for a parameter, which is a literal; of text it may lack its
// quotes. Words of the language may be of either case.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/msg/message.h"

namespace ranvier {

/// An expression and its parameters, understood for one type.
/// Threads: immutable; all functions from any thread.
class ContentFilter final {
 public:
  /// Fails naming the expression, the place in it and what is expected there.
  static Result<std::shared_ptr<const ContentFilter>> parse(const TypeInfo& type,
                                                            std::string expression,
                                                            std::vector<std::string> parameters);

  /// An element that a list does not have makes its predicate false.
  /// Contract: no allocation.
  bool passes(const void* object) const { return condition_(object); }
  const std::string& expression() const noexcept { return expression_; }
  const std::vector<std::string>& parameters() const noexcept { return parameters_; }

 private:
  using Condition = std::function<bool(const void* object)>;
  ContentFilter(std::string expression, std::vector<std::string> parameters, Condition condition)
      : expression_(std::move(expression)),
        parameters_(std::move(parameters)),
        condition_(std::move(condition)) {}

  const std::string expression_;
  const std::vector<std::string> parameters_;
  const Condition condition_;
};

}  // namespace ranvier
