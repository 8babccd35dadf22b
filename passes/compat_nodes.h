// FILE: passes/compat_nodes.h
// WHAT: the nodes of Clang's tree that depend on the version.
// WHO:  the reader of code, frontend/reader_code.cpp, and what reads constructs and clauses.
#ifndef CLEAVE_PASSES_COMPAT_NODES_H
#define CLEAVE_PASSES_COMPAT_NODES_H

#include "compat_clang.h"

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/StmtOpenMP.h"

namespace cleave {

// Whether clang has made DIRECTIVE of a `loop` construct. Clang 20 keeps `loop` in the tree, and 19 replaces it.
inline bool isMadeOfLoop(const clang::OMPExecutableDirective *Directive) {
#if CLANG_VERSION_MAJOR >= 20
  (void)Directive;
  return false;
#else
  return Directive->getMappedDirective() == llvm::omp::OMPD_loop;
#endif
}

// The qualifier of the mapper of a map clause, as the program writes it.
inline void printMapperQualifier(const clang::OMPMapClause *Map, llvm::raw_ostream &Out,
                                 const clang::PrintingPolicy &Policy) {
  if (clang::NestedNameSpecifierLoc Qualifier = Map->getMapperQualifierLoc())
#if CLANG_VERSION_MAJOR >= 22
    Qualifier.getNestedNameSpecifier().print(Out, Policy);
#else
    Qualifier.getNestedNameSpecifier()->print(Out, Policy);
#endif
}

// The kinds of nodes that only one of the versions has. reader_nodes.def has a row for each of the others.
#if CLANG_VERSION_MAJOR >= 22
#define CLEAVE_FURTHER_NODES(X)                                                                              \
  X(DeferStmt)                                                                                               \
  X(HLSLOutArgExpr)                                                                                          \
  X(MatrixSingleSubscriptExpr)                                                                               \
  X(OMPAssumeDirective)                                                                                      \
  X(OMPFuseDirective)                                                                                        \
  X(OMPStripeDirective)                                                                                      \
  X(OpenACCAsteriskSizeExpr)                                                                                 \
  X(OpenACCAtomicConstruct)                                                                                  \
  X(OpenACCCacheConstruct)                                                                                   \
  X(OpenACCCombinedConstruct)                                                                                \
  X(OpenACCDataConstruct)                                                                                    \
  X(OpenACCEnterDataConstruct)                                                                               \
  X(OpenACCExitDataConstruct)                                                                                \
  X(OpenACCHostDataConstruct)                                                                                \
  X(OpenACCInitConstruct)                                                                                    \
  X(OpenACCSetConstruct)                                                                                     \
  X(OpenACCShutdownConstruct)                                                                                \
  X(OpenACCUpdateConstruct)                                                                                  \
  X(OpenACCWaitConstruct)                                                                                    \
  X(SYCLKernelCallStmt)
#else
#define CLEAVE_FURTHER_NODES(X) X(TypoExpr)
#endif

// Whether STATEMENT, a break or continue, names the loop: an extension of Clang 22 from C2y.
template <typename Statement> bool namesLoop(const Statement *Jump) {
#if CLANG_VERSION_MAJOR >= 22
  return Jump->hasLabelTarget();
#else
  (void)Jump;
  return false;
#endif
}

// The statement that has the value of a statement expression, if it has a value. Up to Clang 19, empty statements may follow it.
inline const clang::Stmt *resultOf(const clang::CompoundStmt *Body) {
#if CLANG_VERSION_MAJOR >= 20
  return Body->body_empty() ? nullptr : Body->body_back();
#else
  return Body->getStmtExprResult();
#endif
}

// The kinds of casts that only one of the versions has, none of them in C or C++.
#if CLANG_VERSION_MAJOR >= 22
#define CLEAVE_FURTHER_CASTS                                                                                 \
  case clang::CK_HLSLAggregateSplatCast:                                                                     \
  case clang::CK_HLSLElementwiseCast:                                                                        \
  case clang::CK_HLSLMatrixTruncation:
#else
#define CLEAVE_FURTHER_CASTS
#endif

// Whether text that replaces parts of an input of KIND may use `_Pragma` and predefined macros. Clang 22 has neither in preprocessed files.
inline bool hasBuiltinMacros(clang::InputKind Kind) {
#if CLANG_VERSION_MAJOR >= 22
  return !Kind.isPreprocessed();
#else
  (void)Kind;
  return true;
#endif
}

} // namespace cleave

#endif
