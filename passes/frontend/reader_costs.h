// FILE: passes/frontend/reader_costs.h
// WHAT: how many elements of arrays an iteration accesses whose accesses cannot be described: an estimate of its time.
#ifndef CLEAVE_FRONTEND_READER_COSTS_H
#define CLEAVE_FRONTEND_READER_COSTS_H

#include <optional>

#include "clang/AST/Stmt.h"

namespace cleave {

// The most element accesses of STATEMENT, with those of the functions that it calls. None if it calls unknown functions, or if the trip
// count of a loop with accesses is not constant.
std::optional<uint64_t> elementAccesses(const clang::Stmt *Statement, const clang::ASTContext &Context);

} // namespace cleave

#endif
