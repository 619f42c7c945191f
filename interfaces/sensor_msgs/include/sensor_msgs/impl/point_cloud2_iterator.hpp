// Under the name of ROS 2's header that holds the functions of the one that is included.
#pragma once

#include "sensor_msgs/point_cloud2_iterator.hpp"
