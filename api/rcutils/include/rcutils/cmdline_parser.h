/* Looks for options among the words of a command line. */
#ifndef RCUTILS__CMDLINE_PARSER_H_
#define RCUTILS__CMDLINE_PARSER_H_

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether `option` is one of the words [begin, end). Contract: no allocation.
bool rcutils_cli_option_exist(char ** begin, char ** end, const char * option);
/// The word after `option`, not copied; null if the option is not there or is
/// the last word.
char * rcutils_cli_get_option(char ** begin, char ** end, const char * option);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__CMDLINE_PARSER_H_ */
