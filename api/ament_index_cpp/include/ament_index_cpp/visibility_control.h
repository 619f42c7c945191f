// What the library shows.
#ifndef AMENT_INDEX_CPP__VISIBILITY_CONTROL_H_
#define AMENT_INDEX_CPP__VISIBILITY_CONTROL_H_

#define AMENT_INDEX_CPP_EXPORT __attribute__((visibility("default")))
#define AMENT_INDEX_CPP_IMPORT
#define AMENT_INDEX_CPP_PUBLIC __attribute__((visibility("default")))
#define AMENT_INDEX_CPP_PUBLIC_TYPE
#define AMENT_INDEX_CPP_LOCAL __attribute__((visibility("hidden")))

#endif  // AMENT_INDEX_CPP__VISIBILITY_CONTROL_H_
