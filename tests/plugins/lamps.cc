// A library of plugins, for pluginlib_test.
#include "lamps.h"

#include "pluginlib/class_list_macros.hpp"

namespace lamps {

class Bulb : public Lamp {
  int watts() const override { return 60; }
};
class Tube : public Lamp {
  int watts() const override { return 18; }
};

}  // namespace lamps

PLUGINLIB_EXPORT_CLASS(lamps::Bulb, Lamp)
PLUGINLIB_EXPORT_CLASS(lamps::Tube, Lamp)
