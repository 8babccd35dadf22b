// FILE: passes/frontend/reader_reductions.cpp
// WHAT: see reader_reductions.h.
#include "reader_reductions.h"
#include "ast_visitor.h"
#include "reader_constructs.h"
#include "reader_effects.h"

#include "../compat_clang.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace cleave;

namespace {

// Names that code refers to, but for those of parameters.
class NameCollector : public AstVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    Names.insert(Reference->getNameInfo().getAsString());
    return true;
  }
  std::set<std::string> Names;
};

// Names that a function declares.
class DeclarationCollector : public AstVisitor {
public:
  bool VisitNamedDecl(NamedDecl *Declaration) override {
    Names.insert(Declaration->getNameAsString());
    return true;
  }
  std::set<std::string> Names;
};

} // namespace

static cleave_combiner combinerOf(const DeclarationName &Name) {
  const OverloadedOperatorKind Operator = Name.getCXXOverloadedOperator();
  return cleave_combiner_named(Operator == OO_None ? Name.getAsString().c_str()
                                                   : getOperatorSpelling(Operator));
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
  cleave_reduction Result = {}, Unknown = {};
  const Expr *Initializer = Declaration->getInitializer();
  Result.uses_original = Unknown.uses_original = Initializer && namesOriginal(Initializer);
  Result.combination = textOf(Declaration->getCombiner(), Scope, Function);
  if (!Result.combination)
    return Unknown;
  if (Initializer) {
    const char *Text = textOf(Initializer, Scope, Function);
    if (!Text || Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Direct)
      return Unknown;
    if (Declaration->getInitializerKind() == OMPDeclareReductionInitKind::Call)
      Result.initialization = Text;
    else
      Result.initializer = Text;
  }
  Result.combiner = CLEAVE_COMBINER_DECLARED;
  return Result;
}

// ---- Arrays --------------------------------------------------------------------------------------

static const Expr *withoutCasts(const Expr *Expression) { return Expression->IgnoreParenImpCasts(); }

// Whether both expressions have the same operands and operators.
static bool areAlike(const Expr *One, const Expr *Other, const ASTContext &Context) {
  llvm::FoldingSetNodeID OneKey, OtherKey;
  withoutCasts(One)->Profile(OneKey, Context, true);
  withoutCasts(Other)->Profile(OtherKey, Context, true);
  return OneKey == OtherKey;
}

// The index of the region's map item with the same expression as ITEM.
static uint32_t mapOf(const RegionScope &Scope, const Expr *Item) {
  uint32_t Index = 0;
  for (const auto *Map : Scope.target()->getClausesOfKind<OMPMapClause>())
    for (const Expr *Mapped : cleave::listItems(Map)) {
      if (Map->isImplicit())
        continue;
      if (areAlike(sourceExpression(Mapped), Item, Scope.Context))
        return Index;
      Index++;
    }
  return CLEAVE_NO_MAP;
}

// The text of BOUND, and its uses; its value if it is constant. Returns false if the text cannot be used.
static bool readBound(RegionScope &Scope, const Expr *Bound, cleave_array_bound &Result) {
  Bound = sourceExpression(Bound)->IgnoreImpCasts();
  if (const std::optional<llvm::APSInt> Value = Bound->getIntegerConstantExpr(Scope.Context)) {
    Result.is_constant = Value->isRepresentableByInt64();
    Result.value = Result.is_constant ? Value->getExtValue() : 0;
    return Result.is_constant;
  }
  const SourceText::Piece Piece = Scope.Text.tokens(Bound->getSourceRange());
  Result.is_constant = false;
  Result.range = Piece.Range;
  UseLists Found = Scope.walk([&](CodeWalker &Walker) { Walker.value(Bound); });
  storeList(Scope.Arena, Found.Uses, Result.uses, Result.use_count);
  return Piece.Exact && Bound->getType()->isIntegerType() && !cleave::hasSideEffects(Bound, Scope.Context) &&
         Found.Facts.empty();
}

// The list item ITEM, if it is a section of a variable, or an array, of one dimension; else null.
static cleave_reduced_array *arrayIn(RegionScope &Scope, const Expr *Item) {
  Item = sourceExpression(Item)->IgnoreParenImpCasts();
  auto *Section = dyn_cast<ArraySectionExpr>(Item);
  auto *Base = dyn_cast<DeclRefExpr>(Section ? withoutCasts(sourceExpression(Section->getBase())) : Item);
  auto *Variable = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
  if (!Variable || (Section && Section->getStride()))
    return nullptr;
  const ASTContext &Context = Scope.Context;
  const QualType Type = Variable->getType();
  const ConstantArrayType *Array = Context.getAsConstantArrayType(Type);
  const QualType Element = Array                              ? Array->getElementType()
                           : Section && Type->isPointerType() ? Type->getPointeeType()
                                                              : QualType();
  const bool IsNumber =
      !Element.isNull() && !Element.isConstQualified() && !Element.isVolatileQualified() &&
      (Element->isRealFloatingType() ||
       (Element->isIntegerType() && !Element->isBooleanType() && !Element->isEnumeralType()));
  if (!IsNumber)
    return nullptr;
  cleave_reduced_array Result = {};
  const std::string Spelling = spellType(Element, Context);
  Result.type = cleave_arena_copy(Scope.Arena, Spelling.data(), Spelling.size());
  Result.bytes = static_cast<unsigned>(Context.getTypeSizeInChars(Element).getQuantity());
  Result.is_floating = Element->isRealFloatingType();
  Result.is_unsigned = Element->isUnsignedIntegerType();
  Result.first.is_constant = Result.length.is_constant = true;
  if (Section && Section->getLowerBound() && !readBound(Scope, Section->getLowerBound(), Result.first))
    return nullptr;
  if (Section && Section->getLength()) {
    if (!readBound(Scope, Section->getLength(), Result.length))
      return nullptr;
  } else if (Array && Result.first.is_constant) {
    Result.length.value = static_cast<int64_t>(Array->getSize().getZExtValue()) - Result.first.value;
  } else {
    return nullptr;
  }
  Result.map = mapOf(Scope, Item);
  Result.variable = Scope.variable(Variable->getCanonicalDecl());
  Result.has_other_uses = true; // until the analysis of the loop has found its updates
  auto *Stored = static_cast<cleave_reduced_array *>(cleave_arena_allocate(Scope.Arena, sizeof Result));
  *Stored = Result;
  return Spelling.empty() ? nullptr : Stored;
}

// ---- Clauses -------------------------------------------------------------------------------------

void cleave::readReductions(RegionScope &Scope, const OMPExecutableDirective *Directive,
                            const OMPReductionClause *Reduction, cleave_clause &Clause) {
  std::vector<cleave_reduction> Reductions;
  auto Item = Reduction->varlist_begin();
  for (const Expr *Operation : Reduction->reduction_ops()) {
    cleave_reduction Result = {};
    if (const OMPDeclareReductionDecl *Declaration = declarationOf(Operation))
      Result = declaredReduction(Declaration, Scope, Scope.function());
    else if (!isDeclaredReduction(Operation))
      Result.combiner = combinerOf(Reduction->getNameInfo().getName());
    Result.is_variable = isa<DeclRefExpr>(sourceExpression(*Item)->IgnoreParenImpCasts());
    if (isOpenMPLoopDirective(Directive->getDirectiveKind()))
      Result.array = arrayIn(Scope, *Item);
    ++Item;
    Reductions.push_back(Result);
  }
  storeList(Scope.Arena, Reductions, Clause.reductions, Clause.reduction_count);
}
