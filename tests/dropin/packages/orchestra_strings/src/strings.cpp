#include <string>

#include "orchestra/instrument.hpp"
#include "pluginlib/class_list_macros.hpp"

namespace orchestra_strings
{

class Stringed : public orchestra::Instrument
{
public:
  void tune(rclcpp::Node & node) override {owner_ = node.get_name();}

protected:
  std::string owner_ = "nobody";
};

class Violin : public Stringed
{
public:
  std::string play(int bar) override {return owner_ + " hears a violin in bar " + std::to_string(bar);}
};

class Cello : public Stringed
{
public:
  std::string play(int bar) override {return owner_ + " hears a cello in bar " + std::to_string(bar);}
};

}  // namespace orchestra_strings

PLUGINLIB_EXPORT_CLASS(orchestra_strings::Violin, orchestra::Instrument)
PLUGINLIB_EXPORT_CLASS(orchestra_strings::Cello, orchestra::Instrument)
