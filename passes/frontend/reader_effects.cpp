// FILE: passes/frontend/reader_effects.cpp
// WHAT: see reader_effects.h.
#include "reader_effects.h"

#include "model/region.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

const Expr *cleave::writtenForm(const Expr *Expression) {
  while (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression->IgnoreParens())) {
    if (!isa<CallExpr>(Pseudo->getSyntacticForm()->IgnoreParenImpCasts()))
      break;
    Expression = Pseudo->getSyntacticForm();
  }
  return Expression;
}

bool cleave::isMathematical(const FunctionDecl *Function, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return Function && Function->getIdentifier() &&
         (Function->getBuiltinID() || !Function->isDefined() ||
          SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation()))) &&
         cleave_callee_of(Function->getName().str().c_str()) == CLEAVE_CALLEE_MATHEMATICAL;
}

bool cleave::isComplexFunction(const FunctionDecl *Function, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (!Function->isInStdNamespace() || !Function->getIdentifier() || isa<CXXMethodDecl>(Function) ||
      !SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
    return false;
  const auto IsComplex = [](QualType Type) {
    const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
    return Class && Class->isInStdNamespace() && Class->getIdentifier() && Class->getName() == "complex";
  };
  bool TakesComplex = false;
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    const QualType Type = Parameter->getType();
    TakesComplex |= IsComplex(Type);
    if (!IsComplex(Type) && !Type.getNonReferenceType()->isArithmeticType())
      return false;
    if (Type->isReferenceType() && !Type.getNonReferenceType().isConstQualified())
      return false;
  }
  return TakesComplex;
}

bool cleave::hasNoEffects(const FunctionDecl *Function, const ASTContext &Context) {
  const auto IsWritten = [](const Attr *It) { return !It->isImplicit(); };
  const FunctionDecl *Last = Function->getMostRecentDecl();
  if (llvm::any_of(Last->specific_attrs<ConstAttr>(), IsWritten) ||
      llvm::any_of(Last->specific_attrs<PureAttr>(), IsWritten))
    return true;
  const unsigned Builtin = Function->getBuiltinID();
  const auto &Known = Context.BuiltinInfo;
  return Builtin &&
         (Known.isConst(Builtin) || Known.isPure(Builtin) || Known.isConstWithoutErrnoAndExceptions(Builtin));
}

// Whether STATEMENT contains a call about which Clang's answer depends on the target.
static bool dependsOnTarget(const Stmt *Statement) {
  return isa<CallExpr, PseudoObjectExpr>(Statement) ||
         llvm::any_of(Statement->children(),
                      [](const Stmt *Child) { return Child && dependsOnTarget(Child); });
}

bool cleave::hasSideEffects(const Expr *Expression, const ASTContext &Context) {
  if (!dependsOnTarget(Expression))
    return Expression->HasSideEffects(Context);
  Expression = writtenForm(Expression);
  if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return !Callee || !(hasNoEffects(Callee, Context) || isMathematical(Callee, Context)) ||
           llvm::any_of(Call->arguments(), [&](const Expr *It) { return hasSideEffects(It, Context); });
  }
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression); Binary && Binary->isAssignmentOp())
    return true;
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp())
    return true;
  if (auto *Cast = dyn_cast<CastExpr>(Expression);
      Cast && Cast->getSubExpr()->getType().isVolatileQualified())
    return true;
  if (!isa<ParenExpr, CastExpr, BinaryOperator, UnaryOperator, ConditionalOperator, ArraySubscriptExpr,
           MemberExpr>(Expression))
    return true;
  return llvm::any_of(Expression->children(), [&](const Stmt *Child) {
    auto *Part = dyn_cast<Expr>(Child);
    return !Part || hasSideEffects(Part, Context);
  });
}

bool cleave::mayCostMuch(const Expr *Expression, const ASTContext &Context) {
  Expression = writtenForm(Expression);
  if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getBuiltinID() || !Context.BuiltinInfo.isConst(Callee->getBuiltinID()))
      return true;
  }
  return llvm::any_of(Expression->children(), [&](const Stmt *Child) {
    auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && mayCostMuch(Part, Context);
  });
}
