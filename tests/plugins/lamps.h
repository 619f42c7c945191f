// What the plugins of these tests derive from.
#pragma once

class Lamp {
 public:
  virtual ~Lamp() = default;
  virtual int watts() const = 0;
};
