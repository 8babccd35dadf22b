// FILE: passes/frontend/reader_scope.h
// WHAT: the variables of one region by index, and lists of their uses in its code.
#ifndef CLEAVE_FRONTEND_READER_SCOPE_H
#define CLEAVE_FRONTEND_READER_SCOPE_H

#include "reader_calls.h"
#include "reader_code.h"
#include "reader_presence.h"
#include "reader_variables.h"

namespace cleave {

// The function that contains a region.
struct RegionPlace {
  const clang::FunctionDecl *Function = nullptr; // null in the initializer of a global variable
  const clang::CXXMethodDecl *Lambda = nullptr;  // the call operator of the innermost lambda
};

// Uses and facts of code: each variable and each kind of fact once.
struct UseLists {
  std::vector<cleave_use> Uses;
  std::vector<cleave_fact> Facts;

  void add(const cleave_use &New);
  void add(const cleave_fact &New);
  void add(const UseLists &Other);
  // Adds a fact if the text of PIECE cannot be edited.
  void addBoundary(const SourceText::Piece &Piece);
  // Stores the lists in TO, a node or a part of one.
  template <typename T> void store(cleave_arena *Arena, T &To) const {
    storeList(Arena, Uses, To.uses, To.use_count);
    storeList(Arena, Facts, To.facts, To.fact_count);
  }
};

class RegionScope {
public:
  RegionScope(const clang::ASTContext &Context, const SourceText &Text, Callees &Functions,
              PartialPresence &Presence, const MappedTypes &Mapped, cleave_arena *Arena)
      : Context(Context), Text(Text), Arena(Arena), Functions(Functions), Presence(Presence), Mapped(Mapped) {
  }

  // Must be called before the functions below.
  void enter(const clang::OMPExecutableDirective *Target, const RegionPlace &Place);

  // The index of VARIABLE, which is added if it is new.
  uint32_t variable(const clang::VarDecl *Variable);
  uint32_t thisVariable();
  // The index of VARIABLE, or CLEAVE_NO_VARIABLE.
  uint32_t indexOf(const clang::VarDecl *Variable) const;
  // The function that contains the region; null in the initializer of a global variable.
  const clang::FunctionDecl *function() const { return Place.Function; }
  // Whether the copy of VARIABLE on the device has the value of the host when the region begins, although the region maps it.
  bool hasHostValue(const clang::VarDecl *Variable) const;
  // The construct of the region.
  const clang::OMPExecutableDirective *target() const { return Target; }
  // The uses and facts of the code that WALK visits.
  UseLists walk(llvm::function_ref<void(CodeWalker &)> Walk);

  const clang::ASTContext &Context;
  const SourceText &Text;
  cleave_arena *Arena;
  std::string Header; // the header that contains the region; empty: none
  std::vector<cleave_variable> Variables;
  bool HasUnnamedObject = false;

private:
  class ListSink;
  bool isClosure(const clang::VarDecl *Variable);
  void describeInLambda(const clang::VarDecl *Variable, cleave_variable &Described) const;

  Callees &Functions;
  PartialPresence &Presence;
  const MappedTypes &Mapped;
  RegionPlace Place;
  const clang::OMPExecutableDirective *Target = nullptr;
  SharingTable Sharing;
  GlobalNames Globals;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> AddressTaken;
  uint32_t This = CLEAVE_NO_VARIABLE; // the object of the member function, once it is used
  llvm::DenseMap<const clang::VarDecl *, uint32_t> Indices;
};

} // namespace cleave

#endif
