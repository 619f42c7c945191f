#include "analysis/trace_read/shape.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ranvier::trace_read {
namespace {

using Kind = Type::Kind;

constexpr std::uint16_t kMostRegisters = 1'000;
constexpr std::size_t kManyBits = std::size_t{1} << 40;  // more are as good as these

/// Makes one shape. After a failure it goes on, and its result is of no use.
class ShapeBuilder final {
 public:
  ShapeBuilder(const ShapeRules& rules, const Wanted& wanted) : rules_(rules), wanted_(wanted) {}

  Result<Shape> run(std::span<const Type* const> structs) {
    Shape whole;
    whole.parts.reserve(structs.size());
    for (const Type* one : structs) {
      whole.parts.emplace_back();
      fill_struct(*one, whole.parts.back(), true);
      outermost_.push_back({one, &whole.parts.back()});
      whole.least_bits += whole.parts.back().least_bits;
    }
    whole.registers = registers_;
    if (!fault_.empty()) return Error{Code::kUnsupported, fault_};
    return whole;
  }

 private:
  /// A struct on the way down to what is made, as far as it is made.
  struct Scope {
    const Type* type;
    Shape* shape;
  };
  /// A number that others may look at.
  struct Number {
    const Type* type = nullptr;
    Shape* shape = nullptr;
  };

  void fail(const std::string& words) {
    if (fault_.empty()) fault_ = words;
  }

  void fill(const Field& field, Shape& into, bool is_outermost) {
    const Type& type = *field.type;
    if (*rules_.nodes == 0) return fail("it has more fields than this reader allows");
    --*rules_.nodes;
    if (!fault_.empty()) return;
    into.align = static_cast<std::uint16_t>(type.align);
    into.is_signed = type.is_signed;
    into.is_big_endian = type.is_little ? !*type.is_little : rules_.is_big_endian;
    if (is_outermost && !field.name.empty()) into.place = wanted_(field);
    switch (type.kind) {
      case Kind::kInteger:
        into.kind = Shape::Kind::kInteger;
        into.least_bits = into.bits = static_cast<std::uint16_t>(type.bits);
        return;
      case Kind::kFloat:
        into.kind = Shape::Kind::kSkip;
        into.least_bits = into.bits = static_cast<std::uint16_t>(type.bits);
        return;
      case Kind::kString:
        into.kind = Shape::Kind::kString;
        into.least_bits = 8;
        return;
      case Kind::kArray:
      case Kind::kSequence: return fill_array(field, into);
      case Kind::kStruct: return fill_struct(type, into, false);
      case Kind::kVariant: return fill_variant(field, into, is_outermost);
    }
  }

  void fill_struct(const Type& type, Shape& into, bool is_outermost) {
    into.kind = Shape::Kind::kStruct;
    into.align = static_cast<std::uint16_t>(type.align);
    into.parts.reserve(type.members.size());  // so that they stay where they are
    scopes_.push_back({&type, &into});
    for (const Field& member : type.members) {
      // While it is made it is not yet of the struct: nobody looks at itself.
      Shape made;
      fill(member, made, is_outermost);
      into.align = std::max(into.align, made.align);
      into.least_bits = std::min(kManyBits, into.least_bits + made.least_bits);
      into.parts.push_back(std::move(made));
    }
    scopes_.pop_back();
  }

  void fill_array(const Field& field, Shape& into) {
    const Type& type = *field.type;
    const bool is_sequence = type.kind == Kind::kSequence;
    into.kind = is_sequence ? Shape::Kind::kSequence : Shape::Kind::kArray;
    into.count = type.count;
    if (is_sequence) into.look = register_of(type.selector, field).look;
    into.parts.emplace_back();
    fill(type.members.front(), into.parts.front(), false);
    const std::size_t each = into.parts.front().least_bits;
    // Without this, a few bytes could ask for as many steps as they like.
    if (each == 0) fail("the array '" + field.name + "' is one of nothing");
    into.align = into.parts.front().align;
    into.least_bits = is_sequence ? 0 : std::min(kManyBits, each * into.count);
  }

  void fill_variant(const Field& field, Shape& into, bool is_outermost) {
    const Type& type = *field.type;
    into.kind = Shape::Kind::kVariant;
    const auto [look, selector] = register_of(type.selector, field);
    into.look = look;
    if (selector == nullptr) return;
    std::size_t least = SIZE_MAX;
    into.parts.reserve(type.members.size());
    for (const Field& option : type.members) {
      Shape made;
      if (option.type->kind == Kind::kStruct) {
        fill_struct(*option.type, made, is_outermost);
      } else {
        fill(option, made, is_outermost);
      }
      least = std::min(least, made.least_bits);
      choose(option, *selector, into);
      into.parts.push_back(std::move(made));
    }
    into.least_bits = least == SIZE_MAX ? 0 : least;
  }

  static void choose(const Field& option, const Type& selector, Shape& into) {
    const auto part = static_cast<std::uint32_t>(into.parts.size());
    for (const Type::Label& label : selector.labels) {
      if (label.name != option.name && label.name != option.plain_name()) continue;
      into.choices.push_back({label.first, label.last, selector.is_signed, part});
    }
  }

  struct Looked {
    std::uint16_t look = 0;
    const Type* type = nullptr;
  };
  // The number of that name: of the struct that is being made, else of those around it.
  Looked register_of(const std::string& name, const Field& by) {
    const Number number = find(name);
    if (number.shape == nullptr || number.shape->kind != Shape::Kind::kInteger) {
      fail("'" + by.name + "' depends on '" + name + "', which is no number before it");
      return {};
    }
    if (number.shape->keep == 0) {
      if (registers_ == kMostRegisters) {
        fail("it has more fields of varying size than this reader allows");
        return {};
      }
      number.shape->keep = ++registers_;
    }
    return {number.shape->keep, number.type};
  }

  Number find(std::string_view name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      const Number number = find_in(*scope, name);
      if (number.shape != nullptr) return number;
    }
    for (auto scope = outermost_.rbegin(); scope != outermost_.rend(); ++scope) {
      const Number number = find_in(*scope, name);
      if (number.shape != nullptr) return number;
    }
    return {};
  }
  static Number find_in(const Scope& scope, std::string_view name) {
    for (std::size_t i = scope.shape->parts.size(); i-- > 0;) {
      const Field& field = scope.type->members[i];
      if (field.name == name || field.plain_name() == name) {
        return {field.type.get(), &scope.shape->parts[i]};
      }
    }
    return {};
  }

  const ShapeRules& rules_;
  const Wanted& wanted_;
  std::vector<Scope> scopes_, outermost_;
  std::uint16_t registers_ = 0;
  std::string fault_;
};

}  // namespace

Result<Shape> make_shape(std::span<const Type* const> structs, const ShapeRules& rules,
                         const Wanted& wanted) {
  return ShapeBuilder(rules, wanted).run(structs);
}

}  // namespace ranvier::trace_read
