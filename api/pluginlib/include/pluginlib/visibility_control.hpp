// What the library shows.
#ifndef PLUGINLIB__VISIBILITY_CONTROL_HPP_
#define PLUGINLIB__VISIBILITY_CONTROL_HPP_

#define PLUGINLIB_PUBLIC __attribute__((visibility("default")))

#endif  // PLUGINLIB__VISIBILITY_CONTROL_HPP_
