/* FILE: lib/polyhedral/element.h
 * WHAT: the element of an array that an access of a loop uses.
 */
#ifndef CLEAVE_POLYHEDRAL_ELEMENT_H
#define CLEAVE_POLYHEDRAL_ELEMENT_H

#include "model/affine.h"

#define CLEAVE_MOST_SUBSCRIPTS 8

/* The subscripts of an access after delinearization: each is affine, if that is possible. extents[0] is not
 * used. */
struct cleave_element {
  const struct cleave_access *access;
  struct cleave_polynomial subscripts[CLEAVE_MOST_SUBSCRIPTS], extents[CLEAVE_MOST_SUBSCRIPTS];
  size_t count;
};

#endif
