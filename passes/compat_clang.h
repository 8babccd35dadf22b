// FILE: passes/compat_clang.h
// WHAT: what depends on the version of Clang, as compat.h for LLVM.
// WHO:  included by every C++ file under passes/frontend.
#ifndef CLEAVE_PASSES_COMPAT_CLANG_H
#define CLEAVE_PASSES_COMPAT_CLANG_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Version.inc"
#include "clang/Frontend/CompilerInstance.h"

#if CLANG_VERSION_MAJOR != 19 && CLANG_VERSION_MAJOR != 22
#error "cleave is written for Clang 19 and 22: build it against the headers of one of them"
#endif

// The versions of clang that may load a plugin built against these headers: Clang keeps its C++
// classes unchanged between the patch releases of one minor version, and between no others.
#define CLEAVE_STRINGIZE_(x) #x
#define CLEAVE_STRINGIZE(x) CLEAVE_STRINGIZE_(x)
#define CLEAVE_CLANG_VERSION CLEAVE_STRINGIZE(CLANG_VERSION_MAJOR) "." CLEAVE_STRINGIZE(CLANG_VERSION_MINOR)

namespace cleave {

// ---- OpenMP clauses ----

// The list items of a clause.
template <typename Clause> auto listItems(const Clause *List) {
#if CLANG_VERSION_MAJOR >= 20
  return List->varlist();
#else
  return List->varlists();
#endif
}

// The expression of a clause that has one. Clang 20 stores several, of which only `ompx_bare` permits more than one.
inline const clang::Expr *numTeams(const clang::OMPNumTeamsClause *Clause) {
#if CLANG_VERSION_MAJOR >= 20
  return Clause->getNumTeams().front();
#else
  return Clause->getNumTeams();
#endif
}

inline const clang::Expr *threadLimit(const clang::OMPThreadLimitClause *Clause) {
#if CLANG_VERSION_MAJOR >= 20
  return Clause->getThreadLimit().front();
#else
  return Clause->getThreadLimit();
#endif
}

// ---- Types ----

// The type of RECORD.
inline clang::QualType recordType(const clang::ASTContext &Context, const clang::RecordDecl *Record) {
#if CLANG_VERSION_MAJOR >= 22
  return Context.getCanonicalTagType(Record);
#else
  return Context.getRecordType(Record);
#endif
}

// ---- Diagnostics ----

// Whether message ID of ENGINE is a warning of Clang that an option may turn into an error.
inline bool isWarningOrExtension(const clang::DiagnosticsEngine &Engine, unsigned ID) {
#if CLANG_VERSION_MAJOR >= 20
  return Engine.getDiagnosticIDs()->isWarningOrExtension(ID);
#else
  (void)Engine;
  return clang::DiagnosticIDs::isBuiltinWarningOrExtension(ID);
#endif
}

inline bool isDefaultMappingAsError(const clang::DiagnosticsEngine &Engine, unsigned ID) {
#if CLANG_VERSION_MAJOR >= 20
  return Engine.getDiagnosticIDs()->isDefaultMappingAsError(ID);
#else
  (void)Engine;
  return clang::DiagnosticIDs::isDefaultMappingAsError(ID);
#endif
}

// What a constructor of DiagnosticsEngine takes as its options.
inline auto optionsOf(clang::DiagnosticsEngine &Engine) {
#if CLANG_VERSION_MAJOR >= 21
  return std::ref(Engine.getDiagnosticOptions());
#else
  return &Engine.getDiagnosticOptions();
#endif
}

// Adds NUMBER messages of LEVEL to the counts of CONSUMER, and shows none.
inline void countMessages(clang::DiagnosticsEngine &Engine, clang::DiagnosticConsumer &Consumer,
                          clang::DiagnosticsEngine::Level Level, unsigned Number) {
#if CLANG_VERSION_MAJOR >= 20
  clang::DiagnosticStorage Nothing;
  const clang::Diagnostic Message(&Engine, clang::SourceLocation(), 0, Nothing, "");
#else
  const clang::Diagnostic Message(&Engine);
#endif
  while (Number--)
    Consumer.DiagnosticConsumer::HandleDiagnostic(Level, Message);
}

// An engine with default options that reports to CONSUMER, which must outlive it.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
silentDiagnostics(clang::DiagnosticConsumer &Consumer) {
#if CLANG_VERSION_MAJOR >= 21
  static clang::DiagnosticOptions Options;
  return new clang::DiagnosticsEngine(clang::DiagnosticIDs::create(), Options, &Consumer,
                                      /*ShouldOwnClient=*/false);
#else
  return new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions, &Consumer,
                                      /*ShouldOwnClient=*/false);
#endif
}

// ---- Compilations inside of a compilation ----

// A compiler for INVOCATION that shares the precompiled modules' format, the file system and the file manager with OUTER.
class NestedCompiler : public clang::CompilerInstance {
public:
  NestedCompiler(clang::CompilerInstance &Outer, std::shared_ptr<clang::CompilerInvocation> Invocation,
                 clang::DiagnosticConsumer *Consumer, bool OwnsConsumer)
#if CLANG_VERSION_MAJOR >= 21
      : CompilerInstance(std::move(Invocation), Outer.getPCHContainerOperations()) {
    setVirtualFileSystem(Outer.getVirtualFileSystemPtr());
    createDiagnostics(Consumer, OwnsConsumer);
    setFileManager(Outer.getFileManagerPtr());
#else
      : CompilerInstance(Outer.getPCHContainerOperations()) {
    setInvocation(std::move(Invocation));
    createDiagnostics(Consumer, OwnsConsumer);
    setFileManager(&Outer.getFileManager());
#endif
  }

  void createSources() {
#if CLANG_VERSION_MAJOR >= 21
    createSourceManager();
#else
    createSourceManager(getFileManager());
#endif
  }
};

} // namespace cleave

#endif
