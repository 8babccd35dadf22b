// FILE: passes/frontend/reader_row_updates.cpp
// WHAT: see reader_row_updates.h.
//
// An update is an assignment to a carried variable, or an `if` whose condition uses one and whose statements are updates. Operands are the
// largest expressions in it that use no carried variable. They have no side effects, so they may be evaluated before the update:
// - An operand that the update evaluates unconditionally is evaluated where the update stands.
// - Under a condition of the update, an operand might be undefined if the condition is false. There, it is a variable of the iteration, or
//   an expression that uses none and is evaluated by the update itself.
// - Clang contracts a product and the addition that uses it into one operation if both are in one statement (-ffp-contract=on). The factors
//   of such a product are two operands, so the update contains both operations.
#include "reader_row_updates.h"
#include "ast_visitor.h"
#include "reader_calls.h"
#include "reader_constructs.h"
#include "reader_uses.h"
#include "reader_variables.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace cleave;

namespace {

using Variables = std::set<const VarDecl *>;

class VariableCollector : public AstVisitor {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      Named.insert(Variable->getCanonicalDecl());
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) override {
    Declared.insert(Variable->getCanonicalDecl());
    return true;
  }
  Variables Named, Declared;
};

class UpdateReader {
public:
  UpdateReader(const Variables &Carried, const Variables &Changed, const ASTContext &Context,
               const SourceText &Text, cleave_arena *Arena)
      : Carried(Carried), Changed(Changed), Context(Context), Text(Text), Arena(Arena) {}

  bool read(const Stmt *Statement, bool IsCertain);
  bool readList(llvm::ArrayRef<const Stmt *> List, bool IsCertain);
  RowUpdates Result;

private:
  bool addUpdate(llvm::ArrayRef<const Stmt *> Run, bool IsCertain);
  bool updates(const Stmt *Statement, bool IsCertain);
  bool value(const Expr *Expression, bool IsCertain, bool IsAdded);
  bool operand(const Expr *Expression, bool IsCertain, bool IsAdded);
  bool stage(const Expr *Expression);

  bool usesCarried(const Stmt *Statement) const { return shareOne(namedIn(Statement), Carried); }
  const VarDecl *carriedTarget(const Expr *Target) const {
    const VarDecl *Variable = namedVariable(Target);
    return Variable && Carried.count(Variable) ? Variable : nullptr;
  }
  // Whether Clang contracts a product with the addition OPERATOR, which must be in the same statement.
  bool isContracted(const BinaryOperator *Operator) const {
    return Operator->getType()->isRealFloatingType() &&
           Operator->getFPFeaturesInEffect(Context.getLangOpts()).allowFPContractWithinStatement();
  }

  const Variables &Carried, &Changed;
  const ASTContext &Context;
  const SourceText &Text;
  cleave_arena *Arena;
  bool IsSpeculatable = true, ReadsMemory = false; // the current update
  bool MayContinue = false;                        // an earlier statement may end the iteration
  std::vector<cleave_row_operand> Operands;
  std::vector<const Expr *> Staged, Evaluated; // those of the update, and all of the statement
};

} // namespace

Variables cleave::namedIn(const Stmt *Statement) {
  VariableCollector Collector;
  Collector.TraverseStmt(const_cast<Stmt *>(Statement));
  return Collector.Named;
}

Variables cleave::declaredIn(const Stmt *Statement) {
  VariableCollector Collector;
  Collector.TraverseStmt(const_cast<Stmt *>(Statement));
  return Collector.Declared;
}

bool cleave::shareOne(const Variables &Left, const Variables &Right) {
  return llvm::any_of(Left, [&](const VarDecl *Variable) { return Right.count(Variable) != 0; });
}

// ---- Operands ------------------------------------------------------------------------------------------

bool UpdateReader::stage(const Expr *Expression) {
  const QualType Type = Expression->getType().getCanonicalType().getUnqualifiedType();
  const SourceText::Piece Piece = Text.tokens(Expression->getSourceRange());
  // Other types have different sizes on host and device.
  const bool IsNumber = (Type->isIntegerType() && !Type->isEnumeralType()) || Type->isRealFloatingType();
  const auto *Builtin = Type->getAs<BuiltinType>();
  if (!IsNumber || !Builtin || Builtin->getKind() == BuiltinType::LongDouble || !Piece.Exact ||
      Context.getTypeSizeInChars(Type).getQuantity() > 8)
    return false;
  cleave_row_operand Operand = {};
  Operand.begin = Piece.Range.begin;
  Operand.end = Piece.Range.end;
  const std::string Spelled = spellType(Type, Context);
  Operand.type = cleave_arena_copy(Arena, Spelled.data(), Spelled.size());
  Operand.bytes = static_cast<unsigned>(Context.getTypeSizeInChars(Type).getQuantity());
  // No statement of the update changes what an operand uses, so equal expressions have equal values.
  llvm::FoldingSetNodeID Key;
  Expression->Profile(Key, Context, true);
  Operand.same_as = static_cast<uint32_t>(Operands.size());
  for (size_t I = 0; I < Staged.size(); ++I) {
    llvm::FoldingSetNodeID Other;
    Staged[I]->Profile(Other, Context, true);
    if (Key == Other && Context.hasSameUnqualifiedType(Expression->getType(), Staged[I]->getType())) {
      Operand.same_as = Operands[I].same_as;
      break;
    }
  }
  Operands.push_back(Operand);
  Staged.push_back(Expression);
  return true;
}

static bool readsElement(const Stmt *Expression) {
  if (isa<ArraySubscriptExpr, MemberExpr>(Expression))
    return true;
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->getOpcode() == UO_Deref)
    return true;
  return llvm::any_of(Expression->children(), [](const Stmt *Child) { return Child && readsElement(Child); });
}

// EXPRESSION uses no carried variable.
bool UpdateReader::operand(const Expr *Expression, bool IsCertain, bool IsAdded) {
  // What the compiler looks through when it contracts, and conversions, which it does not.
  for (;;) {
    Expression = Expression->IgnoreParens();
    auto *Cast = dyn_cast<CastExpr>(Expression);
    auto *Unary = dyn_cast<UnaryOperator>(Expression);
    if (Cast && Cast->getCastKind() == CK_NoOp && Cast->getSubExpr()->isPRValue()) {
      Expression = Cast->getSubExpr();
    } else if (isa<ImplicitCastExpr>(Expression) && Cast->getCastKind() != CK_LValueToRValue) {
      IsAdded = false;
      Expression = Cast->getSubExpr();
    } else if (IsAdded && Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus)) {
      Expression = Unary->getSubExpr();
    } else {
      break;
    }
  }
  if (IsAdded && Expression->getType()->isRealFloatingType()) {
    if (auto *Product = dyn_cast<BinaryOperator>(Expression); Product && Product->getOpcode() == BO_Mul)
      return operand(Product->getLHS(), IsCertain, false) && operand(Product->getRHS(), IsCertain, false);
    // The compiler would only evaluate one of them, which may be a product.
    auto *Conditional = dyn_cast<ConditionalOperator>(Expression);
    bool IsTrue = false;
    if (Conditional && Conditional->getCond()->EvaluateAsBooleanCondition(IsTrue, Context))
      return false;
  }
  if (auto *Comma = dyn_cast<BinaryOperator>(Expression); Comma && Comma->isCommaOp())
    return false;
  if (Expression->HasSideEffects(Context, /*IncludePossibleEffects=*/false))
    return false;
  Evaluated.push_back(Expression);
  const bool IsVariable = isa<ImplicitCastExpr>(Expression) && namedVariable(Expression->IgnoreImpCasts());
  const bool IsSame = !shareOne(namedIn(Expression), Changed);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr>(Expression) ||
      (IsVariable && IsSame))
    return true; // it stays in the text of the update
  if (IsCertain || IsVariable)
    return stage(Expression);
  IsSpeculatable = false;
  ReadsMemory |= readsElement(Expression);
  return IsSame;
}

static bool mayDivideByZero(BinaryOperatorKind Operator, QualType Type) {
  return (Operator == BO_Div || Operator == BO_Rem) && Type->isIntegerType();
}

bool UpdateReader::value(const Expr *Expression, bool IsCertain, bool IsAdded) {
  if (!usesCarried(Expression))
    return operand(Expression, IsCertain, IsAdded);
  if (auto *Parentheses = dyn_cast<ParenExpr>(Expression))
    return value(Parentheses->getSubExpr(), IsCertain, IsAdded);
  if (auto *Pseudo = dyn_cast<PseudoObjectExpr>(Expression)) // the device may call a variant of the function
    return value(Pseudo->getSyntacticForm(), IsCertain, false);
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return carriedTarget(Cast->getSubExpr());
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
    case CK_FloatingToIntegral:
    case CK_FloatingToBoolean:
    case CK_FloatingCast:
      return value(Cast->getSubExpr(), IsCertain, false);
    default:
      return false;
    }
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression))
    return Unary->isArithmeticOp() && value(Unary->getSubExpr(), IsCertain, false);
  if (auto *Binary = dyn_cast<BinaryOperator>(Expression)) {
    if (Binary->isAssignmentOp() || Binary->isCommaOp() || Binary->isPtrMemOp() ||
        !Binary->getLHS()->getType()->isArithmeticType() || !Binary->getRHS()->getType()->isArithmeticType())
      return false;
    IsSpeculatable &= !mayDivideByZero(Binary->getOpcode(), Binary->getType());
    const bool IsSum = Binary->isAdditiveOp() && isContracted(Binary);
    return value(Binary->getLHS(), IsCertain, IsSum) &&
           value(Binary->getRHS(), IsCertain && !Binary->isLogicalOp(), IsSum);
  }
  if (auto *Conditional = dyn_cast<ConditionalOperator>(Expression))
    return value(Conditional->getCond(), IsCertain, false) &&
           value(Conditional->getTrueExpr(), false, false) &&
           value(Conditional->getFalseExpr(), false, false);
  if (auto *Call = dyn_cast<CallExpr>(Expression)) {
    IsSpeculatable = false;
    // Functions without a visible body are checked by name (ObjectReader::call).
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && !isa<CXXMethodDecl>(Callee) &&
           !visibleDefinition(Callee, Context.getSourceManager(), /*Header=*/"") &&
           llvm::all_of(Call->arguments(), [&](const Expr *Argument) {
             return Argument->getType()->isArithmeticType() && value(Argument, IsCertain, false);
           });
  }
  return false;
}

// ---- Statements ------------------------------------------------------------------------------------------

// Whether STATEMENT, and all statements in it, are updates. Collects their operands.
bool UpdateReader::updates(const Stmt *Statement, bool IsCertain) {
  if (auto *Compound = dyn_cast<CompoundStmt>(Statement))
    return llvm::all_of(Compound->body(), [&](const Stmt *Child) { return updates(Child, IsCertain); });
  if (auto *If = dyn_cast<IfStmt>(Statement))
    return If->getStatementKind() == IfStatementKind::Ordinary && !If->hasInitStorage() &&
           !If->hasVarStorage() && value(If->getCond(), IsCertain, false) && updates(If->getThen(), false) &&
           (!If->getElse() || updates(If->getElse(), false));
  auto *Expression = dyn_cast<Expr>(Statement);
  if (!Expression)
    return false;
  Expression = Expression->IgnoreParens();
  if (auto *Cleanups = dyn_cast<ExprWithCleanups>(Expression))
    Expression = Cleanups->getSubExpr()->IgnoreParens();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression); Unary && Unary->isIncrementDecrementOp())
    return carriedTarget(Unary->getSubExpr());
  auto *Assignment = dyn_cast<BinaryOperator>(Expression);
  if (!Assignment || !Assignment->isAssignmentOp() || !carriedTarget(Assignment->getLHS()) ||
      !Assignment->getRHS()->getType()->isArithmeticType())
    return false;
  auto *Compound = dyn_cast<CompoundAssignOperator>(Assignment);
  if (Compound)
    IsSpeculatable &= !mayDivideByZero(BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()),
                                       Compound->getComputationResultType());
  const bool IsSum = Compound &&
                     (Compound->getOpcode() == BO_AddAssign || Compound->getOpcode() == BO_SubAssign) &&
                     Compound->getComputationResultType()->isRealFloatingType() &&
                     Compound->getFPFeaturesInEffect(Context.getLangOpts()).allowFPContractWithinStatement();
  return value(Assignment->getRHS(), IsCertain, IsSum);
}

bool UpdateReader::addUpdate(llvm::ArrayRef<const Stmt *> Run, bool IsCertain) {
  cleave_row_update Update = {};
  const SourceText::Piece First = Text.statement(Run.front()), Last = Text.statement(Run.back());
  Update.begin = First.Range.begin;
  Update.end = Last.Range.end;
  Update.is_certain = IsCertain && !MayContinue;
  Update.is_speculatable = IsSpeculatable;
  Update.reads_memory = ReadsMemory;
  IsSpeculatable = true;
  ReadsMemory = false;
  storeList(Arena, Operands, Update.operands, Update.operand_count);
  Operands.clear();
  Staged.clear();
  Result.Updates.push_back(Update);
  // The printer copies the text between operands, so their ranges must ascend.
  uint32_t End = Update.begin;
  for (size_t I = 0; I < Update.operand_count; ++I) {
    if (Update.operands[I].begin < End)
      return false;
    End = Update.operands[I].end;
  }
  return First.Exact && Last.Exact && End <= Update.end;
}

static bool mayContinue(const Stmt *Statement) {
  return Statement &&
         (isa<ContinueStmt>(Statement) ||
          llvm::any_of(Statement->children(), [](const Stmt *Child) { return mayContinue(Child); }));
}

// Updates side by side are one.
bool UpdateReader::readList(llvm::ArrayRef<const Stmt *> List, bool IsCertain) {
  for (size_t I = 0; I < List.size();) {
    size_t End = I;
    for (; End < List.size() && usesCarried(List[End]); ++End) {
      const std::vector<cleave_row_operand> OperandsBefore = Operands;
      const std::vector<const Expr *> StagedBefore = Staged;
      const bool WasSpeculatable = IsSpeculatable, HadRead = ReadsMemory;
      Evaluated.clear();
      auto *If = dyn_cast<IfStmt>(List[End]);
      if ((If && !usesCarried(If->getCond())) || !updates(List[End], true)) {
        Operands = OperandsBefore;
        Staged = StagedBefore;
        IsSpeculatable = WasSpeculatable;
        ReadsMemory = HadRead;
        break;
      }
      Result.Statements[List[End]] = Evaluated;
    }
    if (End > I && !addUpdate(List.slice(I, End - I), IsCertain))
      return false;
    I = End;
    if (I < List.size()) {
      if (!read(List[I], IsCertain))
        return false;
      ++I;
    }
  }
  return true;
}

// STATEMENT is in the body, but in no loop of it, and is no list of updates.
bool UpdateReader::read(const Stmt *Statement, bool IsCertain) {
  if (auto *Compound = dyn_cast<CompoundStmt>(Statement))
    return readList(llvm::ArrayRef(Compound->body_begin(), Compound->body_end()), IsCertain);
  if (!usesCarried(Statement)) {
    MayContinue |= mayContinue(Statement);
    return true;
  }
  auto *If = dyn_cast<IfStmt>(Statement);
  if (!If || If->getStatementKind() != IfStatementKind::Ordinary || If->hasInitStorage() ||
      If->hasVarStorage() || usesCarried(If->getCond()))
    return false;
  auto ReadBranch = [&](const Stmt *Branch) {
    return isa<CompoundStmt>(Branch) ? read(Branch, false) : readList(Branch, false);
  };
  const bool Read = ReadBranch(If->getThen()) && (!If->getElse() || ReadBranch(If->getElse()));
  MayContinue |= mayContinue(Statement);
  return Read;
}

std::optional<RowUpdates> cleave::readRowUpdates(const Stmt *Body, const Variables &Carried,
                                                 const Variables &Changed, const ASTContext &Context,
                                                 const SourceText &Text, cleave_arena *Arena) {
  UpdateReader Reader(Carried, Changed, Context, Text, Arena);
  const bool Read = isa<CompoundStmt>(Body) ? Reader.read(Body, true) : Reader.readList(Body, true);
  if (!Read || Reader.Result.Updates.empty())
    return std::nullopt;
  return std::move(Reader.Result);
}
