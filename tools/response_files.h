/* FILE: tools/response_files.h
 * WHAT: the arguments in response files (@FILE) and configuration files (--config) of clang.
 */
#ifndef CLEAVE_TOOLS_RESPONSE_FILES_H
#define CLEAVE_TOOLS_RESPONSE_FILES_H

#include "process.h"

/* Returns the COUNT words with the arguments of each response file in place of its name, as clang reads them. A file that cannot be read
 * stays as it is. The words live as long as the process. */
struct cleave_command cleave_expand_response_files(int count, char *const *words);

/* Returns the arguments of the configuration files that WORDS name by a path, then WORDS: what clang sees. It is not for clang, which
 * reads the files itself. */
struct cleave_command cleave_with_configuration(int count, char *const *words);

#endif
