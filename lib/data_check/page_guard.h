/* FILE: lib/data_check/page_guard.h
 * WHAT: which of the host's pages are protected now.
 *
 * A page is open while a thread is in a construct, while an access or a system call that was checked uses it, and if no mapping has
 * flags for it. The caller holds cleave_check_lock, unless stated otherwise.
 */
#ifndef CLEAVE_DATA_CHECK_PAGE_GUARD_H
#define CLEAVE_DATA_CHECK_PAGE_GUARD_H

#include "data_check/mappings.h"

/* All pages are open between both calls. They nest. */
void cleave_guard_enter(void);
void cleave_guard_leave(void);
/* Opens all pages until the next cleave_guard_leave. */
void cleave_guard_suspend(void);

/* Whether all pages are open, or no page has flags. Without the lock. */
bool cleave_guard_is_open(void);

/* The flags of page NUMBER of MAPPING are FLAGS. Takes effect when all pages are closed. */
void cleave_guard_flag(struct cleave_mapping *mapping, size_t number, uint8_t flags);
/* Opens the pages of MAPPING, which is removed. */
void cleave_guard_open(struct cleave_mapping *mapping);

/* What PAGE is protected against, now. */
uint8_t cleave_guard_flags(uintptr_t page);

/* Opens the pages that [BEGIN, END) touches. Returns a number for cleave_guard_close_window; -1: there are none that are protected. */
int cleave_guard_open_window(uintptr_t begin, uintptr_t end);
void cleave_guard_close_window(int window);
/* Protects the pages of [BEGIN, END) as their flags say. */
void cleave_guard_apply(uintptr_t begin, uintptr_t end);

#endif
