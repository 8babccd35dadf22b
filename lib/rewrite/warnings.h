/* FILE: lib/rewrite/warnings.h
 * WHAT: no warning may speak of text that the user did not write. Not for use outside of lib/rewrite.
 */
#ifndef CLEAVE_REWRITE_WARNINGS_H
#define CLEAVE_REWRITE_WARNINGS_H

#define CLEAVE_NO_WARNINGS                                                                         \
  "_Pragma(\"clang diagnostic push\") "                                                            \
  "_Pragma(\"clang diagnostic ignored \\\"-Weverything\\\"\") "
#define CLEAVE_WARNINGS_AGAIN "_Pragma(\"clang diagnostic pop\") "

#endif
