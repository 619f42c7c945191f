// Export marks of this package.
#ifndef ROSBAG2_CPP__VISIBILITY_CONTROL_HPP_
#define ROSBAG2_CPP__VISIBILITY_CONTROL_HPP_

#define ROSBAG2_CPP_EXPORT __attribute__((visibility("default")))
#define ROSBAG2_CPP_IMPORT
#define ROSBAG2_CPP_PUBLIC ROSBAG2_CPP_EXPORT
#define ROSBAG2_CPP_PUBLIC_TYPE
#define ROSBAG2_CPP_LOCAL __attribute__((visibility("hidden")))

#endif  // ROSBAG2_CPP__VISIBILITY_CONTROL_HPP_
