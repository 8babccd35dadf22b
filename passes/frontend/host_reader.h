// FILE: passes/frontend/host_reader.h
// WHAT: reads the host code around target regions into the model of lib/model/host_code.h.
//
// HostReader walks one function and, at each call of a visible function, its body: every call has variables of its
// own. The walk evaluates expressions to classes of memory (HostEvaluator) and statements to nodes (HostReader).
#ifndef CLEAVE_FRONTEND_HOST_READER_H
#define CLEAVE_FRONTEND_HOST_READER_H

#include "model/host_code.h"
#include "reader_source.h"

namespace cleave {

// The regions of one file, by the begin of their directives.
using RegionIndices = llvm::DenseMap<clang::SourceLocation, uint32_t>;

// The functions of FILE that launch regions, themselves or by calls. Stores them in UNIT.
void readHostCode(clang::ASTContext &Context, const SourceText &Text, const RegionIndices &Regions,
                  cleave_unit &Unit);

} // namespace cleave

#endif
