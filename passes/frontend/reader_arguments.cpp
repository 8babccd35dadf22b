// FILE: passes/frontend/reader_arguments.cpp
// WHAT: see reader_arguments.h.
#include "reader_arguments.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;

void ArgumentWalker::unnamedObject(const Expr *Expression, unsigned Access) {
  Sink.unnamedObject();
  keptOperands(Expression, Access);
}

void ArgumentWalker::keptOperands(const Expr *Expression, unsigned) {
  for (const Stmt *Child : Expression->children())
    if (auto *Operand = dyn_cast_or_null<Expr>(Child))
      keep(Operand);
}

// ---- Initializers ----------------------------------------------------------------------------------

void ArgumentWalker::listItems(ArrayRef<const Expr *> Items, const Expr *List, unsigned Access) {
  const bool IsUnion = List->getType()->isUnionType();
  for (const Expr *Item : Items)
    keep(Item, IsUnion);
  if (List->isGLValue() && Items.size() == 1) // { x } for a reference is x
    evaluate(Items.front(), Access);
}

void ArgumentWalker::initializerList(const InitListExpr *Expression, unsigned Access) {
  const InitListExpr *Meant = Expression->isSemanticForm() ? Expression : Expression->getSemanticForm();
  listItems(ArrayRef<const Expr *>(Meant->getInits(), Meant->getNumInits()), Meant, Access);
  if (const Expr *Filler = Meant->getArrayFiller())
    keep(Filler);
}

void ArgumentWalker::parenthesizedList(const CXXParenListInitExpr *Expression, unsigned Access) {
  ArrayRef<Expr *> Items = Expression->getInitExprs();
  listItems(ArrayRef<const Expr *>(Items.data(), Items.size()), Expression, Access);
  if (const class Expr *Filler = Expression->getArrayFiller())
    keep(Filler);
}

void ArgumentWalker::arrayCopy(const ArrayInitLoopExpr *Expression, unsigned) {
  value(Expression->getCommonExpr());
  keep(Expression->getSubExpr());
}

// In it, this is the object that is being made.
void ArgumentWalker::defaultMember(const CXXDefaultInitExpr *Expression, unsigned Access) {
  ++NewObjects;
  evaluate(Expression->getExpr(), Access);
  --NewObjects;
}

void ArgumentWalker::initializer(const VarDecl *Variable) {
  sizes(Variable->getType());
  if (const Expr *Initializer = Variable->getInit())
    keep(Initializer);
  destroyed(Variable->getType(), Variable->getLocation());
  if (auto *Cleanup = Variable->getAttr<CleanupAttr>()) {
    variable(Variable, Variable->getType(), Anything, Variable->getLocation());
    called(Cleanup->getFunctionDecl(), Variable->getLocation());
  }
  if (auto *Decomposed = dyn_cast<DecompositionDecl>(Variable))
    for (const BindingDecl *Binding : Decomposed->bindings())
      if (const VarDecl *Holding = Binding->getHoldingVar()) {
        hide(Holding);
        initializer(Holding);
      }
}

// ---- Calls -----------------------------------------------------------------------------------------

void ArgumentWalker::destroyed(QualType Type, SourceLocation At) {
  const CXXRecordDecl *Class = Context.getBaseElementType(Type)->getAsCXXRecordDecl();
  if (Class && Class->hasDefinition() && !Class->hasTrivialDestructor())
    called(Class->getDestructor(), At);
}

void ArgumentWalker::parts(const CXXDestructorDecl *Destructor) {
  const CXXRecordDecl *Class = Destructor->getParent();
  for (const FieldDecl *Field : Class->fields())
    destroyed(Field->getType(), Destructor->getLocation());
  for (const CXXBaseSpecifier &Base : Class->bases())
    destroyed(Base.getType(), Destructor->getLocation());
}

void ArgumentWalker::call(const CallExpr *Expression, unsigned Access) {
  const FunctionDecl *Function = Expression->getDirectCallee();
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(Function);
  unsigned FirstArgument = 0;

  if (Expression->isGLValue() && Access & ~Address)
    fact(CLEAVE_FACT_INDIRECTION, Expression); // through the reference it returns
  const Expr *Callee = Expression->getCallee()->IgnoreParens();
  if (isa<CXXPseudoDestructorExpr>(Callee))
    return value(Callee); // of a type that has none: does nothing

  auto OfObject = [&](QualType Type) {
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    const bool ReadsOnly = Method && Method->isConst() && !(Class && Class->hasMutableFields());
    return Address | Read | (ReadsOnly ? 0 : Write);
  };
  if (isa<CXXOperatorCallExpr>(Expression) && Method && !Method->isStatic() &&
      !Method->isExplicitObjectMemberFunction()) {
    if (Method->isTrivial() && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())) {
      evaluate(Expression->getArg(0), Write | (Access & ~Read));
      const Expr *Right = Expression->getArg(1);
      return evaluate(Right, Read | (holdsPointers(Right->getType()) ? throughPointer(Anything) : 0));
    }
    evaluate(Expression->getArg(0), OfObject(Expression->getArg(0)->getType()));
    FirstArgument = 1;
  } else if (auto *Member = dyn_cast<MemberExpr>(Callee);
             Member && isa<CXXMethodDecl>(Member->getMemberDecl())) {
    const Expr *Base = Member->getBase();
    if (Method && Method->isStatic())
      value(Base);
    else
      evaluate(Base, OfObject(Member->isArrow() ? Base->getType()->getPointeeType() : Base->getType()));
    if (Method && Method->isVirtual() && !Member->hasQualifier() && !Method->hasAttr<FinalAttr>())
      Function = nullptr;
  } else if (auto *Binary = dyn_cast<BinaryOperator>(Callee); Binary && Binary->isPtrMemOp()) {
    evaluate(Binary, Address | Read | Write);
  } else if (!Function) {
    value(Callee);
  }

  called(Function, Expression->getBeginLoc());
  for (unsigned I = FirstArgument; I < Expression->getNumArgs(); ++I)
    keep(Expression->getArg(I));
}

void ArgumentWalker::construct(const CXXConstructExpr *Expression, unsigned Access) {
  const CXXConstructorDecl *Constructor = Expression->getConstructor();
  if (Constructor->isTrivial()) { // copies, if anything
    for (const Expr *Argument : Expression->arguments())
      evaluate(Argument, !Argument->isGLValue()               ? Access
                         : holdsPointers(Argument->getType()) ? Read | throughPointer(Access)
                                                              : Read);
    return;
  }
  called(Constructor, Expression->getBeginLoc());
  for (const Expr *Argument : Expression->arguments())
    keep(Argument);
}

void ArgumentWalker::inheritedConstructor(const CXXInheritedCtorInitExpr *Expression, unsigned) {
  called(Expression->getConstructor(), Expression->getBeginLoc());
}

void ArgumentWalker::boundTemporary(const CXXBindTemporaryExpr *Expression, unsigned Access) {
  called(Expression->getTemporary()->getDestructor(), Expression->getBeginLoc());
  evaluate(Expression->getSubExpr(), Access);
}

void ArgumentWalker::allocation(const CXXNewExpr *Expression, unsigned) {
  fact(CLEAVE_FACT_NEW_DELETE, Expression);
  const FunctionDecl *Operator = Expression->getOperatorNew();
  if (Operator && !Operator->isReplaceableGlobalAllocationFunction())
    called(Operator, Expression->getBeginLoc());
  keptOperands(Expression, 0); // the size, the place and the first value
}

void ArgumentWalker::deallocation(const CXXDeleteExpr *Expression, unsigned) {
  fact(CLEAVE_FACT_NEW_DELETE, Expression);
  const FunctionDecl *Operator = Expression->getOperatorDelete();
  if (Operator && !Operator->isReplaceableGlobalAllocationFunction())
    called(Operator, Expression->getBeginLoc());
  const CXXRecordDecl *Class = Expression->getDestroyedType()->getAsCXXRecordDecl();
  if (Class && Class->hasDefinition() && !Class->hasTrivialDestructor())
    called(Class->getDestructor()->isVirtual() ? nullptr : Class->getDestructor(), Expression->getBeginLoc());
  keep(Expression->getArgument(), /*ForWriting=*/true);
}

void ArgumentWalker::thrown(const CXXThrowExpr *Expression, unsigned) {
  fact(CLEAVE_FACT_TRY_THROW, Expression);
  keptOperands(Expression, 0);
}

void ArgumentWalker::atomic(const AtomicExpr *Expression, unsigned) {
  fact(CLEAVE_FACT_VOLATILE, Expression);
  keptOperands(Expression, 0);
}

void ArgumentWalker::lambda(const LambdaExpr *Expression, unsigned) {
  fact(CLEAVE_FACT_LAMBDA, Expression);
  for (const LambdaCapture &Capture : Expression->captures()) {
    if (Capture.capturesThis())
      fact(CLEAVE_FACT_THIS, Expression, "captures this");
    if (!Capture.capturesVariable())
      continue;
    const ValueDecl *Captured = Capture.getCapturedVar();
    if (auto *Binding = dyn_cast<BindingDecl>(Captured))
      Captured = cast<VarDecl>(Binding->getDecomposedDecl());
    auto *Variable = dyn_cast<VarDecl>(Captured);
    if (!Variable) {
      unknown(Expression);
    } else if (Variable->isInitCapture()) {
      initializer(Variable);
      hide(Variable);
    } else {
      const QualType Type = Variable->getType().getNonReferenceType();
      variable(Variable, Type,
               Capture.getCaptureKind() == LCK_ByRef ? Address | Read | Write
               : holdsPointers(Type)                 ? Read | throughPointer(Anything)
                                                     : Read,
               Expression->getBeginLoc());
    }
  }
  for (const ParmVarDecl *Parameter : Expression->getCallOperator()->parameters())
    hide(Parameter);
  ++LambdaDepth;
  statement(Expression->getBody());
  --LambdaDepth;
}
