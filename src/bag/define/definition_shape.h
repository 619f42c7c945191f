// From a type's structure to the text of its definition, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bag/define/type_shape.h"
#include "bag/storage/types.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// The text of one interface file, as a peer gives it.
struct TypeText {
  std::string name;      ///< "std_msgs/msg/String"
  std::string encoding;  ///< "msg", "idl", or another that is no text
  std::string text;
};

/// The description from which a type's hash is made: SHA-256 over this text.
/// Fails (kInvalidArgument) for a name that is none.
Result<std::string> description_text(const TypeShapes& shapes);

/// A definition that says the same, made up of the structure alone: comments, constants and
/// defaults are not in it. Fails (kUnsupported) for what interface files cannot say.
Result<Definition> make_definition(const TypeShapes& shapes);

/// The definition of the first of these texts, with the others behind it.
/// Fails (kUnsupported) unless all are .msg files, or all are IDL.
Result<Definition> join_texts(const std::vector<TypeText>& texts);

/// The texts of which a definition ("ros2msg") is made, the type itself first.
/// @param type  its name: the definition has those of the others only.
/// Fails as read_shapes().
Result<std::vector<TypeText>> split_texts(std::string_view type, const Definition& definition);

/// The structure that a definition ("ros2msg") says.
/// Fails (kUnsupported) for another encoding, (kInvalidArgument) naming the line that is no field,
/// or the type that the text does not have.
Result<TypeShapes> read_shapes(std::string_view type, const Definition& definition);

}  // namespace ranvier::bag
