/* What c_messages.c does with messages. */
#ifndef C_MESSAGES_H_
#define C_MESSAGES_H_

#include "geometry_msgs/msg/pose_array.h"
#include "test_msgs/msg/constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A header in frame "map" at 7 s, and two poses; y of the second is 4.5. */
bool fill_in_c(geometry_msgs__msg__PoseArray* message);
int sum_of_constants_in_c(void);

#ifdef __cplusplus
}
#endif

#endif /* C_MESSAGES_H_ */
