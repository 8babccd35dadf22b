// FILE: passes/frontend/reader_declarations.cpp
// WHAT: see reader_declarations.h.
#include "reader_declarations.h"

using namespace clang;
using namespace cleave;

// The variable that an expression of pointer type is, or null.
static const VarDecl *pointerVariable(const Expr *Expression) {
  const VarDecl *Variable = namedVariable(Expression);
  return Variable && Variable->getType()->isPointerType() ? Variable : nullptr;
}

void cleave::readPointerCopy(RegionScope &Scope, const Expr *Expression, cleave_node &Node) {
  auto *Assignment = dyn_cast<BinaryOperator>(Expression->IgnoreParens());
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return;
  const VarDecl *To = pointerVariable(Assignment->getLHS());
  const VarDecl *From = pointerVariable(Assignment->getRHS());
  if (!To || !From)
    return;
  const uint32_t Left = Scope.variable(To), Right = Scope.variable(From);
  Node.copies_pointer = true;
  Node.copied_to = Left;
  Node.copied_from = Right;
}

void cleave::readFirstAssignment(RegionScope &Scope, const Stmt *Statement, cleave_node &Node) {
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
  const uint32_t Index = Scope.variable(Variable);
  const UseLists Value = Scope.walk([&](CodeWalker &Walker) { Walker.value(Assignment->getRHS()); });
  Node.assigned = Index;
  Node.assigns = llvm::none_of(Value.Uses, [&](const cleave_use &Use) { return Use.variable == Index; });
}

// How the pointer VARIABLE gets its first value.
static void readDerivation(RegionScope &Scope, const VarDecl *Variable, cleave_declarator &Result) {
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
    const UseLists Found = Scope.walk([&](CodeWalker &Walker) { Walker.value(Count); });
    if (!Found.Facts.empty() || Count->HasSideEffects(Scope.Context) || !Count->getType()->isIntegerType())
      return;
  }
  auto *Reference = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  auto *Found = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Found)
    return;
  const QualType Type = Found->getType();
  const QualType Element = Type->isPointerType() ? Type->getPointeeType()
                           : Type->isConstantArrayType()
                               ? Scope.Context.getAsArrayType(Type)->getElementType()
                               : QualType();
  if (Element.isNull() ||
      !Scope.Context.hasSameUnqualifiedType(Element, Variable->getType()->getPointeeType()))
    return;
  Result.base = Scope.variable(Found);
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

void cleave::readDeclarations(RegionScope &Scope, const DeclStmt *Statement, cleave_node &Node,
                              uint32_t NodeIndex, UseLists &Own) {
  std::vector<cleave_declarator> Declarators;
  for (const Decl *Declared : Statement->decls()) {
    auto *Variable = dyn_cast<VarDecl>(Declared);
    if (!Variable || Variable->hasExternalStorage()) {
      if (auto *Type = dyn_cast<TypedefNameDecl>(Declared))
        Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.sizes(Type->getUnderlyingType()); }));
      continue;
    }
    const uint32_t Index = Scope.variable(Variable);
    Scope.Variables[Index].sharing = CLEAVE_SHARING_INSIDE;
    Scope.Variables[Index].declared_by = NodeIndex;
    // One declared inside is another name for an object of the same kernel, no object of its own.
    if (Variable->getType()->isReferenceType())
      Scope.Variables[Index].type_class = CLEAVE_TYPE_REFERENCE;

    cleave_declarator Result = {};
    Result.variable = Index;
    Result.has_initializer = hasWrittenInitializer(Variable);
    if (Result.has_initializer) {
      Result.list_initializer = !isPlainInitializer(Variable);
      if (!Result.list_initializer)
        readDerivation(Scope, Variable, Result);
      SourceText::Piece Piece = Scope.Text.tokens(Variable->getInit()->getSourceRange());
      Result.initializer = Piece.Range;
      Own.addBoundary(Piece);
    }
    // The compiler computes a constexpr variable: its declaration has nothing left to execute.
    UseLists Initializer = Scope.walk([&](CodeWalker &Walker) {
      if (!Variable->isConstexpr())
        Walker.initializer(Variable);
    });
    Initializer.store(Scope.Arena, Result);
    Declarators.push_back(Result);

    Own.add(Initializer);
    const uint32_t At = Scope.Text.offset(Variable->getLocation());
    if (Variable->hasInit())
      Own.add(cleave_use{Index, CLEAVE_USE_WRITE, At});
    if (Scope.Variables[Index].is_static_local || Scope.Variables[Index].is_thread_local)
      Own.add(cleave_fact{CLEAVE_FACT_STATIC_LOCAL, false, At, Scope.Variables[Index].name,
                          CLEAVE_CALLEE_UNKNOWN});
  }
  storeList(Scope.Arena, Declarators, Node.declarators, Node.declarator_count);
}
