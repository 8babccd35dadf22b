// FILE: passes/frontend/reader_constructs.h
// WHAT: facts of one OpenMP construct: its constituent constructs, its loops, and what its statements may do.
#ifndef CLEAVE_FRONTEND_READER_CONSTRUCTS_H
#define CLEAVE_FRONTEND_READER_CONSTRUCTS_H

#include "reader_internal.h"

namespace cleave {

// The constituent constructs of KIND: a set of cleave_construct.
uint32_t constructOf(clang::OpenMPDirectiveKind Kind);

// The constructs of DIRECTIVE. A `loop` in the iterations of which no other constructs are is the explicit constructs that it permits.
uint32_t constructOf(const clang::OMPExecutableDirective *Directive);

// CLEAVE_CONSTRUCT_ONCE, CLEAVE_CONSTRUCT_BARRIER and CLEAVE_CONSTRUCT_NEEDLESS as far as they hold for DIRECTIVE.
// `copyprivate` and `filter` depend on the number of threads.
uint32_t teamConstructOf(const clang::OMPExecutableDirective *Directive);

// STATEMENT without the nodes that Clang puts around the statement of a directive.
const clang::Stmt *withoutWrapper(const clang::Stmt *Statement);

// Whether a directive of STATEMENT, itself included, is wanted.
bool hasDirective(const clang::Stmt *Statement,
                  llvm::function_ref<bool(const clang::OMPExecutableDirective *)> IsWanted);

// Whether DIRECTIVE is a parallel or worksharing loop that is read as a LOOP node.
bool isLoopNode(const clang::OMPExecutableDirective *Directive);

// Whether CODE, which may be NULL, names VARIABLE.
bool names(const clang::Stmt *Code, const clang::VarDecl *Variable);

// The iteration variables of the loops associated with LOOP, and the loops themselves.
struct AssociatedLoops {
  std::vector<const clang::VarDecl *> Counters;
  std::vector<const clang::Stmt *> Loops;
};
AssociatedLoops associatedLoops(const clang::OMPExecutableDirective *Loop);

// Whether STATEMENT is a loop or contains one.
bool containsLoop(const clang::Stmt *Statement);

// Whether a member expression in STATEMENT is based on something other than a variable, so that clang 19 accepts it
// only in a construct inside of a target construct. It is also true for a few that clang accepts everywhere.
bool hasMemberOfNoVariable(const clang::Stmt *Statement);

// Whether the evaluation of STATEMENT may end the program if its variables have other values than they should: it
// divides, or reads memory at an address that depends on them.
bool mayTrap(const clang::Stmt *Statement, const clang::ASTContext &Context);
// Whether the trip count of a loop with INCREMENT divides by what may be zero.
bool mayStepTrap(const clang::Expr *Increment, const clang::ASTContext &Context);

} // namespace cleave

#endif
