/* A node that publishes, on the way to the agent that has been chosen. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* @return when something fails. */
void publish_for_ever(void);

#ifdef __cplusplus
}
#endif
