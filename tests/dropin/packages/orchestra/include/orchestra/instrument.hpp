#ifndef ORCHESTRA__INSTRUMENT_HPP_
#define ORCHESTRA__INSTRUMENT_HPP_

#include <string>

#include "rclcpp/rclcpp.hpp"

namespace orchestra
{

/// What plugins derive from. They are made without arguments, and tuned after that.
class Instrument
{
public:
  virtual ~Instrument() = default;
  virtual void tune(rclcpp::Node & node) = 0;
  virtual std::string play(int bar) = 0;

protected:
  Instrument() = default;
};

}  // namespace orchestra
#endif  // ORCHESTRA__INSTRUMENT_HPP_
