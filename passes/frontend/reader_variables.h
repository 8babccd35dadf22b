// FILE: passes/frontend/reader_variables.h
// WHAT: the properties of variables and their sharing in a target region.
#ifndef CLEAVE_FRONTEND_READER_VARIABLES_H
#define CLEAVE_FRONTEND_READER_VARIABLES_H

#include "reader_source.h"

namespace cleave {

// The spelling T for which `T name` declares a copy; "" if there is none.
// Whether the spelling of the type names the variable: it is valid only where the name denotes it already.
bool needsName(const cleave_variable &Variable);
std::string spellType(clang::QualType Type, const clang::ASTContext &Context);

// Whether a declare mapper says how ITEM of MAP is mapped: one that the clause names, or the default one of the type.
bool usesMapper(const clang::OMPMapClause *Map, const clang::Expr *Item);

// Whether VARIABLE is one of `declare target link`.
bool isLinked(const clang::VarDecl *Variable);

// The canonical types for which a unit declares a default mapper.
using MappedTypes = llvm::SmallPtrSet<const clang::Type *, 4>;
// Whether MAPPED contains the type of the elements or pointees of TYPE, or TYPE.
bool isMapped(clang::QualType Type, const MappedTypes &Mapped, const clang::ASTContext &Context);

using SharingTable = llvm::DenseMap<const clang::VarDecl *, cleave_sharing>;

// The attributes that the clauses of TARGET give, explicit ones and Clang's own.
SharingTable readSharing(const clang::OMPExecutableDirective *Target, const clang::ASTContext &Context);
// The attribute of a variable without any clause.
cleave_sharing sharingByRule(const clang::VarDecl *Variable);
// All of a variable that does not depend on the region.
cleave_variable describeVariable(const clang::VarDecl *Variable, const clang::ASTContext &Context,
                                 const SourceText &Text, cleave_arena *Arena);
// Variables that live as long as the program, by how a region names them.
struct GlobalNames {
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Qualified;  // N::x, ::x, or as members of objects
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Redeclared; // `extern int x;` in the region
  bool HasUsing = false;                                   // names may mean something else before it
};
GlobalNames readGlobalNames(const clang::Stmt *Region);
// A name that means VARIABLE wherever it is declared already.
const char *qualifiedName(const clang::VarDecl *Variable, const clang::ASTContext &Context,
                          cleave_arena *Arena);
// The object that METHOD is called for.
cleave_variable describeThis(const clang::CXXMethodDecl *Method);
// The local variables of FUNCTION's body whose address is taken there.
llvm::SmallPtrSet<const clang::VarDecl *, 8> addressesTaken(const clang::FunctionDecl *Function,
                                                            const clang::ASTContext &Context);

} // namespace cleave

#endif
