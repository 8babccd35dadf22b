/* FILE: lib/model/cells.h
 * WHAT: classes of memory locations, by unification: pointers that may be equal point to one class.
 *
 * A cell stands for the locations of a variable, of an allocation, or of a member of either. Elements of an array are
 * one cell, unless cleave_cell_element distinguishes them. Cells that one pointer may point to are unified, with their members and with what they point to (B.
 * Steensgaard's points-to analysis). The result does not depend on the order of statements. Two different classes have
 * no location in common, with one exception: memory that comes from outside of the analyzed code (cleave_cell_origin).
 */
#ifndef CLEAVE_MODEL_CELLS_H
#define CLEAVE_MODEL_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;
struct cleave_memory;

#define CLEAVE_NO_CELL UINT32_MAX

struct cleave_memory *cleave_memory_new(struct cleave_arena *arena);

/* A new cell, of a new object. */
uint32_t cleave_cell_new(struct cleave_memory *memory);
/* A new cell of no object: what a null pointer points to. */
uint32_t cleave_cell_new_null(struct cleave_memory *memory);
/* A new cell that comes from outside; see cleave_cell_comes_from_outside. */
uint32_t cleave_cell_new_outside(struct cleave_memory *memory);
/* Whether all pointers into the class of CELL point to one object: to a variable, an allocation, or what one pointer from outside
 * points to. A class that two of these have been unified to has several. */
bool cleave_cell_is_one_object(struct cleave_memory *memory, uint32_t cell);
/* The representative of the class of CELL. */
uint32_t cleave_cell_class(struct cleave_memory *memory, uint32_t cell);
/* The cell that pointers in CELL point to. Without an assignment, that of outside memory if CELL has that origin. */
uint32_t cleave_cell_pointee(struct cleave_memory *memory, uint32_t cell);
/* The cell of MEMBER (any address that identifies it) of the records of type RECORD (likewise) in CELL. If CELL holds
 * records of different types, their members are not distinguished. */
uint32_t cleave_cell_member(struct cleave_memory *memory, uint32_t cell, const void *record,
                            const void *member);
/* The cell of element INDEX of the array CELL; CELL itself if the elements of CELL are not distinguished. */
uint32_t cleave_cell_element(struct cleave_memory *memory, uint32_t cell, uint64_t index);
/* A pointer into CELL moves, or a subscript of CELL is not constant: from now on, the elements of CELL are not
 * distinguished, nor those of the array that CELL is an element of. */
void cleave_cell_merge_elements(struct cleave_memory *memory, uint32_t cell);
void cleave_cell_unify(struct cleave_memory *memory, uint32_t left, uint32_t right);
/* Whether INNER may be part of OUTER: OUTER itself, or a member or an element of it. */
bool cleave_cell_contains(struct cleave_memory *memory, uint32_t outer, uint32_t inner);
/* The members of CELL are not distinguished from now on. */
void cleave_cell_collapse(struct cleave_memory *memory, uint32_t cell);
/* Unknown code may use CELL, and all memory that its pointers lead to; it may replace these pointers. */
void cleave_cell_expose(struct cleave_memory *memory, uint32_t cell);
bool cleave_cell_is_exposed(struct cleave_memory *memory, uint32_t cell);
/* CELL is memory that code outside of the function chose: of a parameter, or of a pointer that unknown code may have
 * replaced. It is exposed. Such a class may overlap with every other exposed class. */
void cleave_cell_comes_from_outside(struct cleave_memory *memory, uint32_t cell);
bool cleave_cell_is_outside(struct cleave_memory *memory, uint32_t cell);
/* No pointer leads to CELL: it is a variable whose address is never taken. It ends when CELL is unified with another. */
void cleave_cell_set_unaliased(struct cleave_memory *memory, uint32_t cell);
/* The program stores the address of CELL where this model does not follow it: in a file, in text, in another translation
 * unit. What its pointers lead to escapes as well. Other than exposure, this does not depend on who runs: the program
 * itself may read the address back. */
void cleave_cell_escape(struct cleave_memory *memory, uint32_t cell);
bool cleave_cell_has_escaped(struct cleave_memory *memory, uint32_t cell);
/* The program stores what CELL holds in such a place: what pointers in CELL and its parts lead to escapes, but not CELL. */
void cleave_cell_escape_held(struct cleave_memory *memory, uint32_t cell);
/* The address of CELL comes from such a place. CELL may overlap with every class that has escaped. */
void cleave_cell_set_unknown(struct cleave_memory *memory, uint32_t cell);
/* What CELL holds comes from such a place. */
void cleave_cell_set_held_unknown(struct cleave_memory *memory, uint32_t cell);
/* Whether two different classes may have storage in common because one of them is unknown. */
bool cleave_cell_may_be_same(struct cleave_memory *memory, uint32_t left, uint32_t right);
/* Whether two different classes may have storage in common if unknown code runs, or if one of them is unknown. */
bool cleave_cell_may_overlap(struct cleave_memory *memory, uint32_t left, uint32_t right);

#ifdef __cplusplus
}
#endif
#endif
