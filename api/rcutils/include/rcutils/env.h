/* Environment variables. None of these may run beside another that sets one. */
#ifndef RCUTILS__ENV_H_
#define RCUTILS__ENV_H_

#include <stdbool.h>

#include "rcutils/macros.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets a variable, or unsets it if `env_value` is null. False, with the error
/// state set, for a null name or one that the system refuses.
bool rcutils_set_env(const char * env_name, const char * env_value);
/// The same; an existing value stays if `overwrite` is false.
bool rcutils_set_env_overwrite(const char * env_name, const char * env_value, bool overwrite);
/// The value, or "" if it is not set, in `env_value`; it is not copied.
/// @return null, or what was wrong with the arguments.
const char * rcutils_get_env(const char * env_name, const char ** env_value);
/// $HOME; null if there is none.
const char * rcutils_get_home_dir(void);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__ENV_H_ */
