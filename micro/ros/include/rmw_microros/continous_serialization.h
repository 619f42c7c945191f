/* Messages that no memory holds: what rcl_publish() was given is sent, and behind it what the
 * program writes while the message is on its way. */
#ifndef RANVIER_MICRO_RMW_CONTINOUS_SERIALIZATION_H
#define RANVIER_MICRO_RMW_CONTINOUS_SERIALIZATION_H

#include "rmw/types.h"
#include "ucdr/microcdr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each message of the publisher goes on behind its last member, with what its type has there for
 * its readers: by custom a sequence, that is a length and its elements. `size` adds to the length
 * of the message what `serialize` will write, padding included. A message that was given less or
 * more than that is not sent, and rcl_publish() fails. Null for both: it ends as it is given. */
void rmw_uros_set_continous_serialization_callbacks(rmw_publisher_t* publisher,
                                                    rmw_uros_continous_serialization_size size,
                                                    rmw_uros_continous_serialization serialize);

#ifdef __cplusplus
}
#endif
#endif
