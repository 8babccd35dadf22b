// FILE: passes/frontend/reader_headers.cpp
// WHAT: see reader_headers.h.
#include "reader_headers.h"
#include "ast_visitor.h"
#include "reader_constructs.h"
#include "reader_uses.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

const Expr *cleave::firstValue(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
    if (auto *Variable = dyn_cast<VarDecl>(*Declaration->decl_begin()))
      return Variable->getInit();
  if (auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit()))
    return Assignment->getRHS();
  return dyn_cast_or_null<Expr>(Loop->getInit());
}

const VarDecl *cleave::iterationVariable(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
    return dyn_cast<VarDecl>(*Declaration->decl_begin());
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
  return Assignment ? namedVariable(Assignment->getLHS()) : nullptr;
}

std::vector<const Expr *> cleave::headerValues(const ForStmt *Loop, llvm::ArrayRef<const VarDecl *> Counters,
                                               const ASTContext &Context) {
  std::vector<const Expr *> Values;
  auto IsCounter = [&](const Expr *Side) {
    const VarDecl *Variable = namedVariable(Side);
    return Variable && llvm::is_contained(Counters, Variable);
  };
  auto Add = [&](const Expr *Value) {
    Expr::EvalResult Constant;
    if (Value && !IsCounter(Value) && (Value->isValueDependent() || !Value->EvaluateAsInt(Constant, Context)))
      Values.push_back(Value);
  };
  auto AddSides = [&](const Expr *Expression) {
    if (auto *Binary =
            dyn_cast_or_null<BinaryOperator>(Expression ? Expression->IgnoreParenImpCasts() : nullptr)) {
      Add(Binary->getLHS());
      Add(Binary->getRHS());
    } else if (Expression && !isa<UnaryOperator>(Expression->IgnoreParenImpCasts())) {
      Values.push_back(Expression); // an operator of a class
    }
  };
  Add(firstValue(Loop));
  AddSides(Loop->getCond());
  auto *Step = dyn_cast_or_null<BinaryOperator>(Loop->getInc());
  if (Step && Step->getOpcode() == BO_Assign)
    AddSides(Step->getRHS());
  else
    AddSides(Loop->getInc());
  return Values;
}

std::string cleave::typeToHold(const Expr *Value, llvm::ArrayRef<const VarDecl *> Counters,
                               const ASTContext &Context) {
  const QualType Type = Value->getType();
  const bool Depends = llvm::any_of(Counters, [&](const VarDecl *Counter) { return names(Value, Counter); });
  if (Depends || !Type->isIntegralOrEnumerationType() || Type.isVolatileQualified() || Type->isAtomicType() ||
      Value->refersToBitField())
    return "";
  return spellType(Type.getUnqualifiedType(), Context);
}

namespace {
class FieldFinder : public AstVisitor {
public:
  std::set<const ValueDecl *> Fields;

  bool VisitBinaryOperator(BinaryOperator *Operator) override {
    if (Operator->isAssignmentOp())
      add(Operator->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) override {
    if (Operator->isIncrementDecrementOp() || Operator->getOpcode() == UO_AddrOf)
      add(Operator->getSubExpr());
    return true;
  }

private:
  void add(const Expr *Object) {
    if (auto *Member = dyn_cast<MemberExpr>(Object->IgnoreParens()))
      Fields.insert(Member->getMemberDecl());
  }
};
} // namespace

std::set<const ValueDecl *> cleave::assignedFields(const Stmt *Statement) {
  FieldFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Statement));
  return std::move(Finder.Fields);
}

bool cleave::readsKeptMembers(const Expr *Value, const std::set<const ValueDecl *> &Assigned) {
  Value = Value->IgnoreParenCasts();
  if (!Value->getType()->isIntegralOrEnumerationType())
    return false;
  if (isa<IntegerLiteral>(Value))
    return true;
  if (auto *Binary = dyn_cast<BinaryOperator>(Value))
    return (Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul) &&
           readsKeptMembers(Binary->getLHS(), Assigned) && readsKeptMembers(Binary->getRHS(), Assigned);
  // An element of an array: its uses in the region tell whether that changes it.
  if (auto *Element = dyn_cast<ArraySubscriptExpr>(Value)) {
    const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
    const VarDecl *Variable = namedVariable(Array);
    return isa<IntegerLiteral>(Element->getIdx()->IgnoreParenImpCasts()) && Variable &&
           Variable->getType()->isConstantArrayType();
  }
  for (auto *Member = dyn_cast<MemberExpr>(Value); Member && !Assigned.count(Member->getMemberDecl());
       Member = dyn_cast<MemberExpr>(Value)) {
    Value = Member->getBase()->IgnoreParenImpCasts();
    if (Member->isArrow())
      return isa<CXXThisExpr>(Value) || namedVariable(Value);
  }
  return isa<DeclRefExpr>(Value);
}
