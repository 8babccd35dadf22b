/* FILE: lib/print/value_printer.h
 * WHAT: the text of the values of a plan: expressions, declarations and directives.
 */
#ifndef CLEAVE_PRINT_VALUE_PRINTER_H
#define CLEAVE_PRINT_VALUE_PRINTER_H

#include "model/directive.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values as text that the unit's arena owns; that of a directive is the text after `#pragma omp `. */
const char *cleave_expression_text(const struct cleave_unit *unit,
                                   const struct cleave_expression *expression);
const char *cleave_declaration_text(const struct cleave_unit *unit,
                                    const struct cleave_declaration *declaration);
const char *cleave_directive_text(const struct cleave_unit *unit, const struct cleave_directive *directive);

/* CLAUSES alone, with a blank before each. */
const char *cleave_clauses_text(const struct cleave_unit *unit, const struct cleave_clauses *clauses);

#ifdef __cplusplus
}
#endif
#endif
