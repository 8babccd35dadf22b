// FILE: passes/frontend/reader_tree.h
// WHAT: builds the statement tree of one region.
#ifndef CLEAVE_FRONTEND_READER_TREE_H
#define CLEAVE_FRONTEND_READER_TREE_H

#include "reader_constructs.h"
#include "reader_pragmas.h"
#include "model/body.h"
#include "reader_scope.h"

namespace cleave {

class BodyReader; // reader_body.h

class RegionReader {
public:
  RegionReader(const clang::ASTContext &Context, const SourceText &Text, Callees &Functions,
               const Pragmas &Asked, PartialPresence &Presence, const MappedTypes &Mapped,
               cleave_arena *Arena, bool TypesMayAlias)
      : Context(Context), Text(Text), Asked(Asked), Arena(Arena), TypesMayAlias(TypesMayAlias),
        Scope(Context, Text, Functions, Presence, Mapped, Arena) {}

  cleave_region read(const clang::OMPExecutableDirective *Target, const RegionPlace &Where);

private:
  uint32_t readFlags(const clang::OMPExecutableDirective *Target, const RegionPlace &Where) const;
  bool staysWhole(const clang::Stmt *Statement, const UseLists &Found) const;
  uint32_t statement(const clang::Stmt *Statement, uint32_t Parent);
  void take(const clang::Stmt *Statement, uint32_t Node, UseLists &Own);
  void child(const clang::Stmt *Statement, uint32_t Parent, uint32_t &Last);
  void condition(uint32_t Node, const clang::Expr *Condition, UseLists &Own);
  void header(uint32_t Node, clang::SourceRange Tokens, UseLists &Own);
  void forLoop(const clang::ForStmt *Statement, uint32_t Node, UseLists &Own);
  cleave_body *readBody(llvm::function_ref<cleave_body *(BodyReader &)> Read);
  void construct(const clang::OMPExecutableDirective *Directive, uint32_t Node, UseLists &Own);
  void readHeaderValues(const AssociatedLoops &Associated, uint32_t Node);
  void loop(const clang::OMPExecutableDirective *Directive, uint32_t Node, UseLists &Own);

  const clang::ASTContext &Context;
  const SourceText &Text;
  const Pragmas &Asked;
  cleave_arena *Arena;
  const bool TypesMayAlias;

  RegionScope Scope;
  const clang::OMPExecutableDirective *Target = nullptr;
  const clang::FunctionDecl *Enclosing =
      nullptr; // the function that contains the region, if its body is known
  std::optional<std::set<const clang::VarDecl *>> WrittenInFunction;
  std::optional<std::set<const clang::ValueDecl *>> AssignedFields; // in the region
  cleave_body_members *Members = nullptr;
  bool InsideSerialLoop = false; // a for statement around the current one contains no directive
  std::vector<cleave_node> Nodes;
};

} // namespace cleave

#endif
