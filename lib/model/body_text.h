/* FILE: lib/model/body_text.h
 * WHAT: a body (body.h) as text: for `mode=dump`, and for unit tests, which read bodies that people write.
 *
 * A body is a list in parentheses. This one is `for (int i = 0; i < n; i++) a[i] = 2.0 * b[i + 1];`:
 *
 *   (body :directive
 *     (variable i int) (variable n int v0 :kept) (variable a double[100] v1) (variable b double* v2)
 *     (for (declare i 0) (< i n) (++ i)
 *       (= (at a i) (* 2.0 (at b (+ i 1))))))
 *
 * Types are words: `int`, `unsigned_long`, `double*`, `double[10][n]`, `int.const*`, `double&`. Others are defined, and then are words of
 * the body: `(type point record "struct point" :bytes 16)`.
 *
 * Variables: `(variable NAME TYPE)`, with vN for index N in the region, and properties: `:private`, `:firstprivate`, `:lastprivate`,
 * `:reduction "+"`, `:callees`, `:kept`, `:global`, `:this`, `:order N`, `:declared N`. Two variables with one name have labels: `x#1`
 * and `x#2`; the name ends at the `#`.
 *
 * Places: a variable; `(at POINTER INDEX)`; `(* POINTER)`; `(. PLACE MEMBER TYPE)` with `:index N`, `:is-kept`, `:assigned` and
 * `:accessible`; `(choose CONDITION PLACE
 * PLACE)`; `(after VALUE PLACE)`; `(temporary VALUE)`; `(unknown TYPE CODE)`.
 *
 * Values: a place, which is read, or decays if it is an array; literals of C; `(constant "RED" TYPE 2)`; `(& PLACE)`; operators with one
 * operand, `(- x)`, or two, `(+ x 1)`; `(convert TYPE VALUE)`; `(? CONDITION VALUE VALUE)`; `(comma VALUE VALUE)`; `(= PLACE VALUE)` and
 * `(+= PLACE VALUE)`; `(++ PLACE)` and `(-- PLACE)`, of which the value is the new one; `(post++ PLACE)` and `(post-- PLACE)`;
 * `(call "fmax"
 * TYPE VALUE...)`; `(list TYPE VALUE...)`; `(inline "f" TYPE STATEMENT)`; `(opaque TYPE CODE VALUE...)`; `(read PLACE)`; `(decay PLACE)`.
 *
 * Statements: a value; `(empty)`; `(block STATEMENT...)`; `(declarations STATEMENT...)`; `(declare VARIABLE)`, `(declare VARIABLE
 * VALUE)`, and
 * of a reference `(declare VARIABLE PLACE)`; `(declare-other)`; `(evaluate VALUE)`; `(if VALUE STATEMENT)` with another one after `else`;
 * `(for STATEMENT VALUE VALUE STATEMENT)`, with `()` for a missing value; `(while VALUE STATEMENT)`; `(do STATEMENT VALUE)`; `(switch VALUE
 * STATEMENT)`; `(case STATEMENT)`; `(break)`; `(continue)`; `(return)`, `(return VALUE)`, `(return-place PLACE)`; `(atomic STATEMENT)`;
 * `(opaque-statement CODE)`. CODE: `(code "AsmStmt" (use x read write) :loops 1 :jump)`.
 *
 * Sections: `(section VARIABLE (dimension FIRST LENGTH)...)`, or a member instead of the variable, with `:map N`. Comments: from
 * `;` to the end of the line.
 *
 * Types follow from the operands as in C; `:type TYPE` says another one. After the first word of a list, or after a word,
 * `@BEGIN-END/AT~@BEGIN-END/AT~` is the text, and what body.h calls `whole`. `/AT` is left out if it is BEGIN, `~` means that it is
 * not exact, and the second part is left out if it is the same. Without them, the text of a node is that of its form here, and exact:
 * results of analyses can be compared with parts of the form.
 */
#ifndef CLEAVE_MODEL_BODY_TEXT_H
#define CLEAVE_MODEL_BODY_TEXT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;
struct cleave_body;

/* Returns BODY as text, with the ranges of its nodes in the source if WITH_RANGES. It is deterministic, and says everything that body.h
 * says. The arena owns it. */
const char *cleave_body_text(struct cleave_arena *arena, const struct cleave_body *body, bool with_ranges);

/* Reads what cleave_body_text returns, or what a person writes. Returns NULL if TEXT is not such a text; *ERROR then tells the
 * line and what
 * is wrong. The result shares no memory with TEXT. The arena owns it, and the error. */
struct cleave_body *cleave_body_read(struct cleave_arena *arena, const char *text, const char **error);

#ifdef __cplusplus
}
#endif
#endif
