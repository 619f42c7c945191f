// What the plugins of the class loader's tests are.
#pragma once

#include <atomic>

class Animal {
 public:
  virtual ~Animal() = default;
  virtual const char* says() const = 0;
};

class Tool {
 public:
  virtual ~Tool() = default;
};
