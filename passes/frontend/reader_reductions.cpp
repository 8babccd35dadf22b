// FILE: passes/frontend/reader_reductions.cpp
// WHAT: see reader_reductions.h.
#include "reader_reductions.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

namespace {

// Names that code refers to, but for those of parameters.
class NameCollector : public RecursiveASTVisitor<NameCollector> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    Names.insert(Reference->getNameInfo().getAsString());
    return true;
  }
  std::set<std::string> Names;
};

// Names that a function declares.
class DeclarationCollector : public RecursiveASTVisitor<DeclarationCollector> {
public:
  bool VisitNamedDecl(NamedDecl *Declaration) {
    Names.insert(Declaration->getNameAsString());
    return true;
  }
  std::set<std::string> Names;
};

} // namespace

static constexpr std::pair<OverloadedOperatorKind, cleave_combiner> Operators[] = {
    {OO_Plus, CLEAVE_COMBINER_ADD},
    {OO_Minus, CLEAVE_COMBINER_ADD}, // OpenMP 5.1, table 2.11: its values are added
    {OO_Star, CLEAVE_COMBINER_MULTIPLY},
    {OO_Amp, CLEAVE_COMBINER_AND},
    {OO_Pipe, CLEAVE_COMBINER_OR},
    {OO_Caret, CLEAVE_COMBINER_XOR},
    {OO_AmpAmp, CLEAVE_COMBINER_LOGICAL_AND},
    {OO_PipePipe, CLEAVE_COMBINER_LOGICAL_OR},
};

static cleave_combiner combinerOf(const DeclarationName &Name) {
  for (auto [Operator, Combiner] : Operators)
    if (Name.getCXXOverloadedOperator() == Operator)
      return Combiner;
  const std::string Text = Name.getAsString();
  return Text == "min"   ? CLEAVE_COMBINER_MINIMUM
         : Text == "max" ? CLEAVE_COMBINER_MAXIMUM
                         : CLEAVE_COMBINER_UNKNOWN;
}

// Clang computes a built-in reduction by operators, and a declared one by a call.
static const OpaqueValueExpr *declaredCallee(const Expr *Operation) {
  auto *Call = dyn_cast_or_null<CallExpr>(Operation);
  return Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()->IgnoreImpCasts()) : nullptr;
}

bool cleave::isDeclaredReduction(const Expr *Operation) { return declaredCallee(Operation); }

static const OMPDeclareReductionDecl *declarationOf(const Expr *Operation) {
  const OpaqueValueExpr *Callee = declaredCallee(Operation);
  auto *Name = Callee && Callee->getSourceExpr()
                   ? dyn_cast<DeclRefExpr>(Callee->getSourceExpr()->IgnoreImpCasts())
                   : nullptr;
  return Name ? dyn_cast<OMPDeclareReductionDecl>(Name->getDecl()) : nullptr;
}

// The text of EXPRESSION on one line; null if a macro contains a part of it, or if a name in it means something else in FUNCTION.
static const char *textOf(const Expr *Expression, const RegionScope &Scope, const FunctionDecl *Function) {
  const SourceManager &SM = Scope.Context.getSourceManager();
  const CharSourceRange Range = CharSourceRange::getTokenRange(Expression->getSourceRange());
  if (Range.getBegin().isMacroID() || Range.getEnd().isMacroID())
    return nullptr;
  bool Invalid = false;
  std::string Text = Lexer::getSourceText(Range, SM, Scope.Context.getLangOpts(), &Invalid).str();
  for (const char *Continuation : {"\\\r\n", "\\\n", "\r", "\n"})
    for (size_t At; (At = Text.find(Continuation)) != std::string::npos;)
      Text.replace(At, strlen(Continuation), " ");
  NameCollector Used;
  Used.TraverseStmt(const_cast<Expr *>(Expression));
  DeclarationCollector Declared;
  if (Function)
    Declared.TraverseDecl(const_cast<FunctionDecl *>(Function));
  for (const std::string &Name : Used.Names)
    if (Name.rfind("omp_", 0) != 0 && Declared.Names.count(Name) && Name != Function->getNameAsString())
      Invalid = true;
  // A comment, a literal or a directive in it would need its own line, or must not be changed.
  if (Invalid || Text.empty() || Text.find_first_of("\\\"'#") != std::string::npos ||
      Text.find("//") != std::string::npos || Text.find("/*") != std::string::npos)
    return nullptr;
  return cleave_arena_copy(Scope.Arena, Text.data(), Text.size());
}

static bool namesOriginal(const Expr *Initializer) {
  NameCollector Used;
  Used.TraverseStmt(const_cast<Expr *>(Initializer));
  return Used.Names.count("omp_orig");
}

static cleave_reduction declaredReduction(const OMPDeclareReductionDecl *Declaration,
                                          const RegionScope &Scope, const FunctionDecl *Function) {
  cleave_reduction Result = {};
  Result.combination = textOf(Declaration->getCombiner(), Scope, Function);
  if (!Result.combination)
    return {};
  if (const Expr *Initializer = Declaration->getInitializer()) {
    const char *Text = textOf(Initializer, Scope, Function);
    if (!Text || Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Direct)
      return {};
    if (Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Call)
      Result.initialization = Text;
    else
      Result.initializer = Text;
    Result.uses_original = namesOriginal(Initializer);
  }
  Result.combiner = CLEAVE_COMBINER_DECLARED;
  return Result;
}

void cleave::readReductions(RegionScope &Scope, const OMPReductionClause *Reduction, cleave_clause &Clause) {
  std::vector<cleave_reduction> Reductions;
  for (const Expr *Operation : Reduction->reduction_ops()) {
    cleave_reduction Result = {};
    if (const OMPDeclareReductionDecl *Declaration = declarationOf(Operation))
      Result = declaredReduction(Declaration, Scope, Scope.function());
    else if (!isDeclaredReduction(Operation))
      Result.combiner = combinerOf(Reduction->getNameInfo().getName());
    Reductions.push_back(Result);
  }
  storeList(Scope.Arena, Reductions, Clause.reductions, Clause.reduction_count);
}
