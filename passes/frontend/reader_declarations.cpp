// FILE: passes/frontend/reader_declarations.cpp
// WHAT: reads declaration statements of a region, and the origin of declared pointers.
#include "reader_internal.h"

using namespace clang;
using namespace cleave;

// The variable that an expression of pointer type is, or null.
static const VarDecl *pointerVariable(const Expr *Expression) {
  auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParenImpCasts());
  auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->getType()->isPointerType() ? Variable->getCanonicalDecl() : nullptr;
}

void RegionReader::pointerCopy(const Expr *Expression, uint32_t Node) {
  auto *Assignment = dyn_cast<BinaryOperator>(Expression->IgnoreParens());
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return;
  const VarDecl *To = pointerVariable(Assignment->getLHS());
  const VarDecl *From = pointerVariable(Assignment->getRHS());
  if (!To || !From)
    return;
  const uint32_t Left = variable(To), Right = variable(From);
  Nodes[Node].copies_pointer = true;
  Nodes[Node].copied_to = Left;
  Nodes[Node].copied_from = Right;
}

void RegionReader::firstAssignment(const Stmt *Statement, uint32_t Node) {
  auto *First = dyn_cast<Expr>(Statement);
  const BinaryOperator *Assignment = nullptr;
  while (First && (Assignment = dyn_cast<BinaryOperator>(First->IgnoreParens())) && Assignment->isCommaOp())
    First = Assignment->getLHS();
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return;
  auto *Left = dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens());
  auto *Variable = Left ? dyn_cast<VarDecl>(Left->getDecl()) : nullptr;
  if (!Variable)
    return;
  const uint32_t Index = variable(Variable);
  const Lists Value = walk([&](CodeWalker &Walker) { Walker.value(Assignment->getRHS()); });
  Nodes[Node].assigned = Index;
  Nodes[Node].assigns =
      llvm::none_of(Value.Uses, [&](const cleave_use &Use) { return Use.variable == Index; });
}

// How the pointer VARIABLE gets its first value.
void RegionReader::derivation(const VarDecl *Variable, cleave_declarator &Result) {
  const Expr *From = Variable->getInit()->IgnoreParenImpCasts();
  if (!Variable->getType()->isPointerType())
    return;
  const Expr *Base = From, *Count = nullptr;
  if (auto *Binary = dyn_cast<BinaryOperator>(From);
      Binary && Binary->isAdditiveOp() && Binary->getLHS()->getType()->isPointerType()) {
    Base = Binary->getLHS();
    Count = Binary->getRHS();
  } else if (auto *Unary = dyn_cast<UnaryOperator>(From); Unary && Unary->getOpcode() == UO_AddrOf) {
    auto *Subscript = dyn_cast<ArraySubscriptExpr>(Unary->getSubExpr()->IgnoreParens());
    if (!Subscript)
      return;
    Base = Subscript->getBase();
    Count = Subscript->getIdx();
  }
  if (Count) {
    const Lists Found = walk([&](CodeWalker &Walker) { Walker.value(Count); });
    if (!Found.Facts.empty() || Count->HasSideEffects(Context) || !Count->getType()->isIntegerType())
      return;
  }
  auto *Reference = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  auto *Found = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Found)
    return;
  const QualType Type = Found->getType();
  const QualType Element = Type->isPointerType()         ? Type->getPointeeType()
                           : Type->isConstantArrayType() ? Context.getAsArrayType(Type)->getElementType()
                                                         : QualType();
  if (Element.isNull() || !Context.hasSameUnqualifiedType(Element, Variable->getType()->getPointeeType()))
    return;
  Result.base = variable(Found);
  Result.derivation = !Count && Type->isPointerType() ? CLEAVE_DERIVED_COPY : CLEAVE_DERIVED_OFFSET;
}

// Whether `= expression` stands after the declared name, or nothing.
static bool isPlainInitializer(const VarDecl *Variable) {
  return Variable->getInitStyle() == VarDecl::CInit &&
         !isa<InitListExpr>(Variable->getInit()->IgnoreImplicit());
}

// A class without an initializer of its own gets a call of its default constructor from Clang.
static bool hasWrittenInitializer(const VarDecl *Variable) {
  if (!Variable->hasInit())
    return false;
  auto *Construct = dyn_cast<CXXConstructExpr>(Variable->getInit()->IgnoreImplicit());
  return !Construct || Construct->getParenOrBraceRange().isValid() || Construct->getNumArgs() > 0;
}

void RegionReader::declarations(const DeclStmt *Statement, uint32_t Node, Lists &Own) {
  std::vector<cleave_declarator> Declarators;
  for (const Decl *Declared : Statement->decls()) {
    auto *Variable = dyn_cast<VarDecl>(Declared);
    if (!Variable || Variable->hasExternalStorage()) {
      if (auto *Type = dyn_cast<TypedefNameDecl>(Declared))
        addLists(Own, walk([&](CodeWalker &Walker) { Walker.sizes(Type->getUnderlyingType()); }));
      continue;
    }
    const uint32_t Index = variable(Variable);
    Variables[Index].sharing = CLEAVE_SHARING_INSIDE;
    Variables[Index].declared_by = Node;
    // One declared inside is another name for an object of the same kernel, no object of its own.
    if (Variable->getType()->isReferenceType())
      Variables[Index].type_class = CLEAVE_TYPE_REFERENCE;

    cleave_declarator Result = {};
    Result.variable = Index;
    Result.has_initializer = hasWrittenInitializer(Variable);
    if (Result.has_initializer) {
      Result.list_initializer = !isPlainInitializer(Variable);
      if (!Result.list_initializer)
        derivation(Variable, Result);
      SourceText::Piece Piece = Text.tokens(Variable->getInit()->getSourceRange());
      Result.initializer = Piece.Range;
      if (!Piece.Exact)
        addFact(Own.Facts,
                {CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});
    }
    // The compiler computes a constexpr variable: nothing is left to do for who declares it.
    Lists Initializer = walk([&](CodeWalker &Walker) {
      if (!Variable->isConstexpr())
        Walker.initializer(Variable);
    });
    storeList(Arena, Initializer.Uses, Result.uses, Result.use_count);
    storeList(Arena, Initializer.Facts, Result.facts, Result.fact_count);
    Declarators.push_back(Result);

    addLists(Own, Initializer);
    const uint32_t At = Text.offset(Variable->getLocation());
    if (Variable->hasInit())
      addUse(Own.Uses, {Index, CLEAVE_USE_WRITE, At});
    if (Variables[Index].is_static_local || Variables[Index].is_thread_local)
      addFact(Own.Facts, {CLEAVE_FACT_STATIC_LOCAL, false, At, Variables[Index].name, CLEAVE_CALLEE_UNKNOWN});
  }
  storeList(Arena, Declarators, Nodes[Node].declarators, Nodes[Node].declarator_count);
}
