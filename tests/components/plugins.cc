// A library of plugins, for class_loader_test.
#include "plugins.h"

#include <stdexcept>

#include "class_loader/class_loader.hpp"

namespace zoo {

class Dog : public Animal {
  const char* says() const override { return "wuff"; }
};
class Cat : public Animal {
  const char* says() const override { return "miau"; }
};
class Shy : public Animal {
 public:
  Shy() { throw std::runtime_error("does not come out"); }
  const char* says() const override { return ""; }
};
class Spade : public Tool {};

}  // namespace zoo

CLASS_LOADER_REGISTER_CLASS(zoo::Dog, Animal)
CLASS_LOADER_REGISTER_CLASS(zoo::Cat, Animal)
CLASS_LOADER_REGISTER_CLASS(zoo::Shy, Animal)
CLASS_LOADER_REGISTER_CLASS_WITH_MESSAGE(zoo::Spade, Tool, "a spade is there")
