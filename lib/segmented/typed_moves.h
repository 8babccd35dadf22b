/* FILE: lib/segmented/typed_moves.h
 * WHAT: sort and compaction of segmented.h for one type of values. A file includes it once for each type.
 *
 * Parameters, macros that this file undefines at its end:
 *   CLEAVE_MOVES_NAME   the last part of the generated names
 *   CLEAVE_MOVES_TYPE   the type
 */
#define CLEAVE_SORT_NAME CLEAVE_MOVES_NAME
#define CLEAVE_SORT_TYPE CLEAVE_MOVES_TYPE
#include "sort_template.h"

#define CLEAVE_COMPACTION_NAME CLEAVE_MOVES_NAME
#define CLEAVE_COMPACTION_TYPE CLEAVE_MOVES_TYPE
#define CLEAVE_COMPACTION_INPUTS const CLEAVE_MOVES_TYPE *input, const unsigned char *keeps
#define CLEAVE_COMPACTION_PASSED input, keeps
#define CLEAVE_COMPACTION_KEEP(i) (keeps[i] != 0)
#define CLEAVE_COMPACTION_ELEMENT(i) input[i]
#include "compaction_template.h"

#undef CLEAVE_MOVES_NAME
#undef CLEAVE_MOVES_TYPE
