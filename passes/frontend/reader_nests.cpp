// FILE: passes/frontend/reader_nests.cpp
// WHAT: the loops in the body of a parallel loop: those that continue its nest, and those of which the body consists.
#include "reader_accesses.h"
#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_effects.h"

#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace cleave;

std::set<const VarDecl *> cleave::writtenIn(const Stmt *Statement, const ASTContext &Context) {
  std::set<const VarDecl *> Found;
  forEachUse(Statement, Context, [&](const VarDecl *Variable, unsigned Flags, SourceLocation) {
    if (Flags & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) && !Variable->getType()->isArrayType())
      Found.insert(Variable->getCanonicalDecl());
  });
  return Found;
}

static bool isHint(const Attr *Attribute) { return isa<LoopHintAttr, LikelyAttr, UnlikelyAttr>(Attribute); }

const Stmt *cleave::withoutHints(const Stmt *Statement) {
  while (auto *Attributed = dyn_cast_or_null<AttributedStmt>(Statement)) {
    if (!llvm::all_of(Attributed->getAttrs(), isHint))
      break;
    Statement = Attributed->getSubStmt();
  }
  return Statement;
}

const Stmt *cleave::onlyStatement(const Stmt *Statement) {
  Statement = withoutHints(withoutWrapper(Statement));
  auto *Compound = dyn_cast<CompoundStmt>(Statement);
  return Compound && Compound->size() == 1 ? onlyStatement(Compound->body_front()) : Statement;
}

const VarDecl *cleave::counterVariable(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit())) {
    auto *Variable = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    return Variable ? Variable->getCanonicalDecl() : nullptr;
  }
  auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit());
  return Assignment && Assignment->getOpcode() == BO_Assign ? namedVariable(Assignment->getLHS()) : nullptr;
}

cleave_nest_loop AccessReader::nestLoop(const ForStmt *Loop, uint32_t Dimension, cleave_range Values) const {
  const VarDecl *Counter = counterVariable(Loop);
  const std::string Name = Counter->getNameAsString(),
                    Type = Counter->getType().getCanonicalType().getUnqualifiedType().getAsString();
  const SourceText::Piece Piece = Text.statement(Loop->getBody());
  const cleave_range Range = Piece.Exact ? Piece.Range : cleave_range{0, 0};
  return {Dimension,
          cleave_arena_copy(Arena, Name.data(), Name.size()),
          cleave_arena_copy(Arena, Type.data(), Type.size()),
          Range.begin,
          Range.end,
          Values.begin,
          Values.end,
          false};
}

// Whether STATEMENT names another variable that has the name of VARIABLE.
static bool namesOther(const Stmt *Statement, const VarDecl *Variable) {
  if (auto *Reference = dyn_cast<DeclRefExpr>(Statement))
    return Reference->getDecl()->getDeclName() == Variable->getDeclName() &&
           Reference->getDecl()->getCanonicalDecl() != Variable->getCanonicalDecl();
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && namesOther(Child, Variable); });
}

// If STATEMENT only declares or assigns values (model/affine.h), returns the variables and the expressions that initialize or set
// them. The expression is null for a declaration without initializer.
std::optional<AccessReader::NestValues> AccessReader::valuesSetBy(const Stmt *Statement) const {
  NestValues Values;
  if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
    for (const Decl *Declared : Declaration->decls())
      if (auto *Variable = dyn_cast<VarDecl>(Declared); Variable && Variable->hasLocalStorage())
        Values.push_back({Variable->getCanonicalDecl(), Variable->getInit()});
      else
        return std::nullopt;
  } else if (auto *Assignment = dyn_cast<BinaryOperator>(Statement);
             Assignment && Assignment->getOpcode() == BO_Assign) {
    const VarDecl *Variable = namedVariable(Assignment->getLHS());
    if (!Variable || !(Private.count(Variable) || Inside.count(Variable)))
      return std::nullopt;
    Values.push_back({Variable, Assignment->getRHS()});
  } else {
    return std::nullopt;
  }
  for (const auto &[Variable, Value] : Values)
    if (!(Variable->getType()->isArithmeticType() || Variable->getType()->isPointerType()) ||
        (Value && (cleave::hasSideEffects(Value, Context) || cleave::mayCostMuch(Value, Context))))
      return std::nullopt;
  return Values;
}

// Returns the last statement of BODY if it is a `for` loop and all statements before it set values; otherwise null. Appends these
// values to VALUES and stores the source range of the statements in RANGE.
const ForStmt *AccessReader::nextInNest(const Stmt *Body, NestValues &Values, cleave_range &Range) const {
  Range = {0, 0};
  Body = onlyStatement(Body);
  if (auto *Compound = dyn_cast<CompoundStmt>(Body); Compound && Compound->size() > 1) {
    for (const Stmt *Statement : llvm::ArrayRef(Compound->body_begin(), Compound->size() - 1)) {
      const std::optional<NestValues> Set = valuesSetBy(Statement);
      const SourceText::Piece Piece = Text.statement(Statement);
      if (!Set || !Piece.Exact)
        return nullptr;
      Values.insert(Values.end(), Set->begin(), Set->end());
      Range = {Statement == Compound->body_front() ? Piece.Range.begin : Range.begin, Piece.Range.end};
    }
    Body = onlyStatement(Compound->body_back());
  }
  return dyn_cast<ForStmt>(Body);
}

// The loops in BODY, the body of the innermost associated loop, that continue the nest.
void AccessReader::readInnerNest(const Stmt *Body) {
  NestValues Values;
  cleave_range Range;
  while (const ForStmt *For = nextInNest(Body, Values, Range)) {
    if (!changesCounterOnly(For))
      return;
    const Variables Later = writtenIn(For, Context);
    for (const auto &[Variable, Value] : Values)
      if (Later.count(Variable) || Variable->getDeclName() == counterVariable(For)->getDeclName() ||
          (Value && namesOther(Value, counterVariable(For))))
        return;
    Nest.push_back(nestLoop(For, Described.at(For), Range));
    Body = For->getBody();
  }
}

// ---- Inner loops ---------------------------------------------------------------------------------------

// Whether the header of LOOP, which is described, changes nothing but its counter.
bool AccessReader::changesCounterOnly(const ForStmt *Loop) const {
  if (!Described.count(Loop) || !Loop->getCond() || !writtenIn(Loop->getCond(), Context).empty())
    return false;
  Variables Changed = writtenIn(Loop->getInit(), Context);
  Changed.merge(writtenIn(Loop->getInc(), Context));
  Changed.erase(counterVariable(Loop));
  return Changed.empty();
}

// Whether STATEMENT names VARIABLE outside of loops that count with it.
static bool namesFreely(const Stmt *Statement, const VarDecl *Variable) {
  if (auto *Loop = dyn_cast<ForStmt>(Statement); Loop && counterVariable(Loop) == Variable)
    return false;
  if (auto *Reference = dyn_cast<DeclRefExpr>(Statement))
    return Reference->getDecl()->getCanonicalDecl() == Variable;
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && namesFreely(Child, Variable); });
}

static bool namesVariable(const Stmt *Statement, const VarDecl *Variable) {
  if (auto *Reference = dyn_cast<DeclRefExpr>(Statement))
    return Reference->getDecl()->getCanonicalDecl() == Variable;
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return Child && namesVariable(Child, Variable); });
}

// Whether a variable may carry a value from one of LOOPS, which are siblings, to another.
bool AccessReader::shareValues(const std::vector<const ForStmt *> &Loops) const {
  Variables All;
  for (const ForStmt *Loop : Loops)
    All.merge(writtenIn(Loop, Context));
  return llvm::any_of(All, [&](const VarDecl *Variable) {
    const auto Users =
        llvm::count_if(Loops, [&](const ForStmt *Loop) { return namesVariable(Loop, Variable); });
    return Users > 1 && (Private.count(Variable) || Inside.count(Variable)) &&
           llvm::any_of(Loops, [&](const ForStmt *Loop) { return namesFreely(Loop, Variable); });
  });
}

// Adds the loops of which BODY consists, and those of which their bodies consist. Returns false, and adds nothing, if BODY has
// another statement.
bool AccessReader::addInnerLoops(const Stmt *Body) {
  std::vector<const ForStmt *> Loops;
  SmallVector<const Stmt *, 8> Pending = {Body};
  while (!Pending.empty()) {
    const Stmt *Statement = withoutHints(withoutWrapper(Pending.pop_back_val()));
    if (auto *Compound = dyn_cast<CompoundStmt>(Statement))
      Pending.append(Compound->body_rbegin(), Compound->body_rend());
    else if (auto *Loop = dyn_cast<ForStmt>(Statement); Loop && changesCounterOnly(Loop))
      Loops.push_back(Loop);
    else
      return false;
  }
  if (shareValues(Loops))
    return false;
  for (const ForStmt *Loop : Loops) {
    const SourceText::Piece Whole = Text.statement(Loop), Inner = Text.statement(Loop->getBody());
    if (!Whole.Exact || !Inner.Exact)
      return false;
    cleave_inner_loop Added = {};
    Added.loop = nestLoop(Loop, Described.at(Loop), {0, 0});
    Added.begin = Whole.Range.begin;
    InnerLoops.push_back(Added);
    addInnerLoops(Loop->getBody());
  }
  return !Loops.empty();
}

void AccessReader::readInnerLoops(const Stmt *Body) {
  if (!addInnerLoops(Body))
    InnerLoops.clear();
}
