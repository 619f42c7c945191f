// Texts of definitions, as bags and peers have them. What is read is written anew and read again:
// it says the same.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bag/define/definition_shape.h"

namespace {

using namespace ranvier::bag;

void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

// A text that is made of a structure has neither comments nor constants.
void check_made(const TypeShapes& shapes) {
  const auto made = make_definition(shapes);
  if (!made) return;  // it uses types that are no messages
  const auto again = read_shapes(shapes.root.name, *made);
  if (!again) fail(again.error().what.c_str());
  if (*again != shapes) fail("the definition that was made says something else");
}

void check_texts(const Definition& definition) {
  const auto texts = split_texts("pkg/msg/Root", definition);
  if (!texts) return;
  const auto joined = join_texts(*texts);
  if (!joined) return;
  const auto again = split_texts("pkg/msg/Root", *joined);
  if (!again || again->size() != texts->size()) fail("joined and split, it has other texts");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const Definition definition{"ros2msg", {reinterpret_cast<const char*>(data), size}};
  check_texts(definition);
  const auto shapes = read_shapes("pkg/msg/Root", definition);
  if (!shapes) return 0;
  (void)description_text(*shapes);
  check_made(*shapes);
  return 0;
}
