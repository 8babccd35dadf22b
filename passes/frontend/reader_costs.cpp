// FILE: passes/frontend/reader_costs.cpp
// WHAT: see reader_costs.h.
#include "reader_costs.h"
#include "reader_effects.h"
#include "reader_headers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cleave;

namespace {
constexpr unsigned MostCalls = 8;                    // in each other
constexpr uint64_t MostAccesses = uint64_t(1) << 32; // more are as good as unknown

class AccessCounter {
public:
  explicit AccessCounter(const ASTContext &Context) : Context(Context) {}

  std::optional<uint64_t> count(const Stmt *Statement) {
    if (!Statement)
      return 0;
    if (auto *Expression = dyn_cast<Expr>(Statement))
      Statement = writtenForm(Expression);
    if (isa<LambdaExpr, StmtExpr, GotoStmt, IndirectGotoStmt>(Statement))
      return std::nullopt;
    if (auto *Call = dyn_cast<CallExpr>(Statement))
      return sum(call(Call), children(Call));
    if (auto *Construct = dyn_cast<CXXConstructExpr>(Statement))
      return sum(function(Construct->getConstructor()), children(Construct));
    if (auto *For = dyn_cast<ForStmt>(Statement))
      return sum(count(For->getInit()),
                 times(sum(sum(count(For->getCond()), count(For->getInc())), count(For->getBody())),
                       tripCount(For)));
    if (isa<WhileStmt, DoStmt, CXXForRangeStmt>(Statement))
      return times(children(Statement), std::nullopt);
    const auto *Unary = dyn_cast<UnaryOperator>(Statement);
    const bool IsElement = isa<ArraySubscriptExpr>(Statement) || (Unary && Unary->getOpcode() == UO_Deref);
    return sum(IsElement, children(Statement));
  }

private:
  static std::optional<uint64_t> sum(std::optional<uint64_t> Left, std::optional<uint64_t> Right) {
    return Left && Right && *Left + *Right < MostAccesses ? std::optional(*Left + *Right) : std::nullopt;
  }

  // A loop without accesses waits for no memory.
  static std::optional<uint64_t> times(std::optional<uint64_t> Each, std::optional<uint64_t> Trips) {
    if (!Each || !*Each)
      return Each;
    return Trips && *Trips < MostAccesses && *Each * *Trips < MostAccesses ? std::optional(*Each * *Trips)
                                                                           : std::nullopt;
  }

  std::optional<uint64_t> children(const Stmt *Statement) {
    std::optional<uint64_t> Total = 0;
    for (const Stmt *Child : Statement->children())
      Total = sum(Total, count(Child));
    return Total;
  }

  std::optional<uint64_t> call(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return std::nullopt;
    // Attributes and builtins of mathematical functions depend on the target.
    return hasNoEffects(Callee, Context) || isMathematical(Callee, Context) ? std::optional<uint64_t>(0)
                                                                            : function(Callee);
  }

  std::optional<uint64_t> function(const FunctionDecl *Function) {
    if (Function->isTrivial())
      return 0;
    const FunctionDecl *Definition = nullptr;
    const SourceManager &SM = Context.getSourceManager();
    // A nested compilation does not parse bodies in system headers, and the device has other ones.
    if (SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())) || !Function->hasBody(Definition) ||
        Calls >= MostCalls)
      return std::nullopt;
    Calls++;
    const std::optional<uint64_t> Result = count(Definition->getBody());
    Calls--;
    return Result;
  }

  std::optional<int64_t> constant(const Expr *Value) const {
    Expr::EvalResult Result;
    if (!Value || Value->isValueDependent() || !Value->getType()->isIntegralOrEnumerationType() ||
        !Value->EvaluateAsInt(Result, Context) || Result.Val.getInt().getSignificantBits() > 32)
      return std::nullopt;
    return Result.Val.getInt().getExtValue();
  }

  // Of a loop from one constant to another; a step of more than 1 makes it smaller.
  std::optional<uint64_t> tripCount(const ForStmt *Loop) const {
    auto *Condition = dyn_cast_or_null<BinaryOperator>(Loop->getCond());
    if (!Condition || !Condition->isRelationalOp())
      return std::nullopt;
    const std::optional<int64_t> First = constant(firstValue(Loop)), Left = constant(Condition->getLHS()),
                                 Right = constant(Condition->getRHS());
    const std::optional<int64_t> Bound = Left ? Left : Right;
    return First && Bound ? std::optional<uint64_t>(std::abs(*Bound - *First) + 1) : std::nullopt;
  }

  const ASTContext &Context;
  unsigned Calls = 0;
};
} // namespace

std::optional<uint64_t> cleave::elementAccesses(const Stmt *Statement, const ASTContext &Context) {
  return AccessCounter(Context).count(Statement);
}
