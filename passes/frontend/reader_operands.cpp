// FILE: passes/frontend/reader_operands.cpp
// WHAT: what a team needs to compute a tile of a nest together: the loops that stand between other statements, and the expressions
//       whose values it may store and use again.
#include "reader_accesses.h"
#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_effects.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace cleave;

// ---- Variables -----------------------------------------------------------------------------------------

void AccessReader::readLocals(const Stmt *Body) {
  std::set<const VarDecl *> Referenced;
  forEachUse(Body, Context, [&](const VarDecl *Variable, unsigned Flags, SourceLocation) {
    if (Flags & CLEAVE_USE_ADDRESS)
      Referenced.insert(Variable->getCanonicalDecl());
  });
  for (const VarDecl *Variable : Inside) {
    const QualType Type = Variable->getType();
    const std::string Name = Variable->getNameAsString(),
                      TypeName = Type.getCanonicalType().getUnqualifiedType().getAsString();
    const bool IsPlain = (Type->isRealFloatingType() || Type->isIntegerType()) &&
                         !Type.isVolatileQualified() && !Type.isConstQualified() && !Type->isAtomicType() &&
                         !Referenced.count(Variable);
    Locals.push_back({cleave_arena_copy(Arena, Name.data(), Name.size()),
                      cleave_arena_copy(Arena, TypeName.data(), TypeName.size()),
                      Text.offset(Variable->getLocation()), IsPlain});
  }
  llvm::sort(Locals, [](auto &One, auto &Other) { return One.declared_at < Other.declared_at; });
}

// ---- Loops ---------------------------------------------------------------------------------------------

// Whether STATEMENT divides integers by 0, or by a value that is not a constant.
static bool dividesByVariable(const Stmt *Statement, const ASTContext &Context) {
  const Expr *Divisor = nullptr;
  if (auto *Binary = dyn_cast<BinaryOperator>(Statement);
      Binary && (Binary->getOpcode() == BO_Div || Binary->getOpcode() == BO_Rem ||
                 Binary->getOpcode() == BO_DivAssign || Binary->getOpcode() == BO_RemAssign))
    Divisor = Binary->getRHS();
  Expr::EvalResult Value;
  if (Divisor && Divisor->getType()->isIntegerType() &&
      (Divisor->isValueDependent() || !Divisor->EvaluateAsInt(Value, Context) || Value.Val.getInt().isZero()))
    return true;
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && dividesByVariable(Child, Context); });
}

// Adds the loops that are statements of BODY, the body of a loop, and those of their bodies.
void AccessReader::readDirectLoops(const Stmt *Body) {
  auto *Compound = dyn_cast<CompoundStmt>(Body);
  if (Compound && Compound->size() == 1 && isa<CompoundStmt>(Compound->body_front()))
    return readDirectLoops(Compound->body_front());
  const std::vector<const Stmt *> Statements =
      Compound ? std::vector<const Stmt *>(Compound->body_begin(), Compound->body_end())
               : std::vector<const Stmt *>{Body};
  std::vector<cleave_range> Ranges;
  for (const Stmt *Statement : Statements) {
    const SourceText::Piece Piece = Text.statement(Statement);
    if (!Piece.Exact)
      return;
    Ranges.push_back(Piece.Range);
  }
  for (const auto &[Statement, Range] : llvm::zip(Statements, Ranges)) {
    auto *Loop = dyn_cast<ForStmt>(withoutHints(Statement));
    if (!Loop || !changesCounterOnly(Loop) || !Text.statement(Loop->getBody()).Exact)
      continue;
    cleave_direct_loop Added = {};
    Added.loop = nestLoop(Loop, Described.at(Loop), {0, 0});
    Added.begin = Range.begin;
    Added.statements_begin = Ranges.front().begin;
    Added.statements_end = Ranges.back().end;
    Added.divides_by_variable = dividesByVariable(Loop->getBody(), Context);
    DirectLoops.push_back(Added);
    readDirectLoops(Loop->getBody());
  }
}

// ---- Operands ------------------------------------------------------------------------------------------

// Whether the value of EXPRESSION is a product, perhaps converted or with another sign, that may become part of a fused operation.
static bool isFusedProduct(const Expr *Expression, const LangOptions &Language) {
  Expression = Expression->IgnoreParenCasts();
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus))
    return isFusedProduct(Unary->getSubExpr(), Language);
  auto *Binary = dyn_cast<BinaryOperator>(Expression);
  return Binary && Binary->getOpcode() == BO_Mul &&
         Binary->getFPFeaturesInEffect(Language).getFPContractMode() != LangOptions::FPM_Off;
}

// Whether the value of STATEMENT depends on more than the variables that its text, with its macros expanded, names.
static bool needsMoreThanNames(const Stmt *Statement) {
  return isa<CallExpr, CXXThisExpr, StmtExpr, LambdaExpr>(Statement) ||
         llvm::any_of(Statement->children(),
                      [](const Stmt *Child) { return Child && needsMoreThanNames(Child); });
}

// Whether a type or a constant is declared in STATEMENT: its name has another meaning, or none, at other places.
static bool declaresType(const Stmt *Statement) {
  if (auto *Declaration = dyn_cast<DeclStmt>(Statement))
    return llvm::any_of(Declaration->decls(), [](const Decl *Declared) { return !isa<VarDecl>(Declared); });
  return llvm::any_of(Statement->children(), [](const Stmt *Child) { return Child && declaresType(Child); });
}

// ISADDED: an addition or subtraction uses the value.
void AccessReader::addOperand(const Expr *Expression, uint32_t Loop, bool IsAdded) {
  const QualType Type = Expression->getType();
  const SourceText::Piece Piece = Text.tokens(Expression->getSourceRange());
  if (!Piece.Exact || !(Type->isRealFloatingType() || Type->isIntegerType()) ||
      cleave::hasSideEffects(Expression, Context) || needsMoreThanNames(Expression))
    return;
  const auto Bytes = static_cast<unsigned>(Context.getTypeSizeInChars(Type).getQuantity());
  Operands.push_back(
      {Piece.Range.begin, Piece.Range.end, Loop, Bytes,
       IsAdded && Type->isRealFloatingType() && isFusedProduct(Expression, Context.getLangOpts())});
}

// Reads EXPRESSION and the parts of it that are always evaluated.
void AccessReader::readOperands(const Expr *Expression, uint32_t Loop, bool IsAdded) {
  Expression = cleave::writtenForm(Expression);
  if (auto *Full = dyn_cast<FullExpr>(Expression))
    return readOperands(Full->getSubExpr(), Loop, IsAdded);
  if (auto *Parentheses = dyn_cast<ParenExpr>(Expression))
    return readOperands(Parentheses->getSubExpr(), Loop, IsAdded);
  if (auto *Cast = dyn_cast<CastExpr>(Expression)) {
    const bool IsLoad = Cast->getCastKind() == CK_LValueToRValue;
    if (IsLoad || isa<ExplicitCastExpr>(Cast))
      addOperand(Cast, Loop, IsAdded);
    if (!IsLoad)
      readOperands(Cast->getSubExpr(), Loop, IsAdded);
    return;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Expression);
      Unary && (Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus)) {
    addOperand(Unary, Loop, IsAdded);
    return readOperands(Unary->getSubExpr(), Loop, IsAdded);
  }
  if (auto *Call = dyn_cast<CallExpr>(Expression);
      Call && cleave::isMathematical(Call->getDirectCallee(), Context)) {
    for (const Expr *Argument : Call->arguments())
      readOperands(Argument, Loop, false);
    return;
  }
  auto *Binary = dyn_cast<BinaryOperator>(Expression);
  if (!Binary || Binary->isLogicalOp() || Binary->isCommaOp() || Binary->isPtrMemOp())
    return;
  const BinaryOperatorKind Operator = Binary->getOpcode();
  const bool Adds = Binary->isAdditiveOp() || Operator == BO_AddAssign || Operator == BO_SubAssign;
  if (!Binary->isAssignmentOp()) {
    addOperand(Binary, Loop, IsAdded);
    readOperands(Binary->getLHS(), Loop, Adds);
  }
  readOperands(Binary->getRHS(), Loop, Adds);
}

// Reads STATEMENT, which each iteration of LOOP executes.
void AccessReader::readOperands(const Stmt *Statement, uint32_t Loop) {
  Statement = withoutHints(Statement);
  if (declaresType(Statement))
    return;
  if (auto *Expression = dyn_cast<Expr>(Statement)) {
    readOperands(Expression, Loop, false);
  } else if (auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
    for (const Stmt *Child : Compound->body())
      readOperands(Child, Loop);
  } else if (auto *For = dyn_cast<ForStmt>(Statement); For && Described.count(For)) {
    readOperands(For->getBody(), Described.at(For));
  } else if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
    for (const Decl *Declared : Declaration->decls())
      if (auto *Variable = dyn_cast<VarDecl>(Declared); Variable && Variable->getInit())
        readOperands(Variable->getInit(), Loop, false);
  }
}
