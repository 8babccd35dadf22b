// FILE: passes/frontend/reader_rows.cpp
// WHAT: parallel loops whose iterations are rows (cleave_row_loop): sparse matrices, graphs and neighbor lists.
#include "reader_accesses.h"
#include "reader_assignments.h"
#include "reader_constructs.h"
#include "reader_row_updates.h"
#include "reader_updates.h"
#include "reader_variables.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;

using Variables = std::set<const VarDecl *>;

// `for (counter = FIRST; counter < BOUND; counter++)`, in signed numbers.
struct ElementHeader {
  const VarDecl *Counter;
  const Expr *First, *Bound;
  bool IsLast;
};

static std::optional<ElementHeader> elementHeader(const ForStmt *Loop, const ASTContext &Context) {
  const VarDecl *Counter = counterVariable(Loop);
  auto *Condition = Loop->getCond() ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParens()) : nullptr;
  auto *Increment = Loop->getInc() ? dyn_cast<UnaryOperator>(Loop->getInc()->IgnoreParens()) : nullptr;
  if (!Counter || Loop->getConditionVariable() || !Condition || !Increment || !Increment->isIncrementOp() ||
      namedVariable(Increment->getSubExpr()) != Counter ||
      (Condition->getOpcode() != BO_LT && Condition->getOpcode() != BO_LE) ||
      namedVariable(Condition->getLHS()->IgnoreParenImpCasts()) != Counter)
    return std::nullopt;
  ElementHeader Result = {Counter, nullptr, Condition->getRHS(), Condition->getOpcode() == BO_LE};
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit())) {
    if (Declaration->isSingleDecl() && Counter->getInitStyle() == VarDecl::CInit)
      Result.First = Counter->getInit();
  } else if (auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit())) {
    if (Assignment->getOpcode() == BO_Assign)
      Result.First = Assignment->getRHS();
  }
  auto IsSigned = [&](QualType Type) {
    return Type->isSignedIntegerType() && Context.getIntWidth(Type) >= 32 && Context.getIntWidth(Type) <= 64;
  };
  if (!Result.First || !IsSigned(Counter->getType()) || !IsSigned(Result.Bound->getType()) ||
      !IsSigned(Result.First->IgnoreImpCasts()->getType()))
    return std::nullopt;
  return Result;
}

// Whether STATEMENT, the body of a loop, may end that loop. IN_LOOP: it is in a further loop, or a switch.
static bool leaves(const Stmt *Statement, bool InLoop) {
  if (!Statement)
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(Statement) ||
      (isa<BreakStmt>(Statement) && !InLoop))
    return true;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(Statement);
  return llvm::any_of(Statement->children(), [&](const Stmt *Child) { return leaves(Child, InLoop); });
}

// The variables of an iteration: those of the clause `private`, and those that STATEMENTS declare.
static Variables ownVariables(const OMPExecutableDirective *Loop, llvm::ArrayRef<const Stmt *> Statements) {
  Variables Own;
  for (const auto *Clause : Loop->getClausesOfKind<OMPPrivateClause>())
    for (const Expr *Item : cleave::listItems(Clause))
      if (const VarDecl *Variable = namedVariable(Item))
        Own.insert(Variable);
  for (const Stmt *Statement : Statements)
    if (auto *Declaration = dyn_cast<DeclStmt>(Statement))
      for (const Decl *Declared : Declaration->decls())
        if (auto *Variable = dyn_cast<VarDecl>(Declared))
          Own.insert(Variable->getCanonicalDecl());
  return Own;
}

namespace {

// Prints an expression such that equal texts of two loops have equal values where their counters have.
class KeyPrinter : public PrinterHelper {
public:
  KeyPrinter(const VarDecl *Counter, const Variables &Own, const Variables &Changed,
             const ASTContext &Context, llvm::function_ref<uint32_t(const VarDecl *)> Index)
      : Counter(Counter), Own(Own), Changed(Changed), Context(Context), Index(Index) {}

  // Empty if EXPRESSION contains a variable whose value is not known.
  std::string print(const Expr *Expression) {
    std::string Key;
    llvm::raw_string_ostream Out(Key);
    add(Expression, Out);
    return IsKnown ? Key : "";
  }

  bool handledStmt(Stmt *Statement, llvm::raw_ostream &Out) override {
    auto *Reference = dyn_cast<DeclRefExpr>(Statement);
    auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    if (!Variable)
      return false;
    Variable = Variable->getCanonicalDecl();
    if (Variable == Counter) {
      Out << "#";
    } else if (Own.count(Variable)) {
      IsKnown &= Variable->hasInit() && !Changed.count(Variable);
      if (IsKnown) {
        Out << "(" << spellType(Variable->getType().getCanonicalType().getUnqualifiedType(), Context) << ")(";
        add(Variable->getInit(), Out);
        Out << ")";
      }
    } else {
      IsKnown &= Index(Variable) != CLEAVE_NO_VARIABLE;
      Out << "#" << Index(Variable);
    }
    return true;
  }

private:
  void add(const Expr *Expression, llvm::raw_ostream &Out) {
    Expression->printPretty(Out, this, Context.getPrintingPolicy());
  }

  const VarDecl *Counter;
  const Variables &Own, &Changed;
  const ASTContext &Context;
  llvm::function_ref<uint32_t(const VarDecl *)> Index;
  bool IsKnown = true;
};

} // namespace

// STATEMENTS write to OWN variables only.
bool AccessReader::readValues(llvm::ArrayRef<const Stmt *> Statements, const Variables &Own) {
  for (const VarDecl *Variable : Own)
    Private.insert(Variable);
  for (const Stmt *Statement : Statements) {
    countLoops(Statement);
    statement(Statement);
  }
  return Known && !HasJump && !LoopCount &&
         llvm::none_of(Accesses, [](const Access &It) { return It.Writes; });
}

// The OWN variables that carry a value from one iteration of LOOP to the next, or to the statements that name USED, in the order of the
// source, so that host and device compilations agree. Nothing if one of them is no number.
std::optional<std::vector<const VarDecl *>> AccessReader::carriedBy(const ForStmt *Loop, const Variables &Own,
                                                                    const Variables &Used) {
  const Variables Changed = writtenIn(Loop->getBody(), Context);
  const std::vector<const VarDecl *> First = assignedFirst(Loop, Context);
  std::vector<const VarDecl *> Sorted(Own.begin(), Own.end()), Carried;
  llvm::sort(Sorted, [](const VarDecl *One, const VarDecl *Other) {
    return One->getLocation() < Other->getLocation();
  });
  for (const VarDecl *Variable : Sorted) {
    const QualType Type = Variable->getType();
    if (!Changed.count(Variable)) {
      if (!Type->isArrayType()) // an iteration may write to its elements
        Inside.insert(Variable);
    } else if (!Used.count(Variable) && llvm::is_contained(First, Variable)) {
      Private.insert(Variable);
    } else if (!(Type->isRealFloatingType() || Type->isIntegerType()) || Type->isBooleanType() ||
               Type.isVolatileQualified()) {
      return std::nullopt;
    } else {
      Carried.push_back(Variable);
    }
  }
  return Carried;
}

cleave_row_sum AccessReader::rowSum(const VarDecl *Variable, cleave_combiner Combiner) const {
  const QualType Type = Variable->getType();
  const std::string Spelled = spellType(Type.getCanonicalType().getUnqualifiedType(), Context);
  cleave_row_sum Sum = {};
  Sum.name = cleave_arena_copy(Arena, Variable->getName().data(), Variable->getName().size());
  Sum.type = cleave_arena_copy(Arena, Spelled.data(), Spelled.size());
  Sum.combiner = Combiner;
  Sum.is_floating = Type->isRealFloatingType();
  Sum.is_unsigned = Type->isUnsignedIntegerType();
  Sum.bytes = static_cast<unsigned>(Context.getTypeSizeInChars(Type).getQuantity());
  return Sum;
}

// Whether the statements of LOOP can be described. They may store to memory, but not to arrays and records of the iteration, OWN.
bool AccessReader::readBody(const ForStmt *Loop, const Variables &Own) {
  const Stmt *Body = Loop;
  if (!readNest(nullptr, 1, Body) || leaves(Body, false))
    return false;
  statement(Body);
  return Known && llvm::none_of(Accesses, [&](const Access &It) {
           return It.Writes && (It.Where.Subscripts.empty() || Own.count(It.Where.Base));
         });
}

bool AccessReader::hasStores() const {
  return llvm::any_of(Accesses, [](const Access &It) { return It.Writes; });
}

// The iterations of LOOP only update SUMS, which are OWN variables, and store to memory. EXTREMUM: the operator of those that no other operator updates.
bool AccessReader::readElements(const ForStmt *Loop, const Variables &Own, const std::string &Extremum,
                                std::vector<cleave_row_sum> &Sums) {
  const std::optional<std::vector<const VarDecl *>> Carried = carriedBy(Loop, Own, {});
  if (!Carried)
    return false;
  for (const VarDecl *Variable : *Carried) {
    const std::optional<std::string> Operator = updateOperator(Loop->getBody(), Variable, "");
    const bool IsUpdate = Operator && arithmeticCombiner(*Operator) != CLEAVE_COMBINER_UNKNOWN;
    Reductions[Variable] = IsUpdate ? *Operator : Extremum;
    Sums.push_back(rowSum(Variable, arithmeticCombiner(Reductions[Variable])));
  }
  return readBody(Loop, Own);
}

// The statements of LOOP that use SUMS can be executed after the others of their iteration, in the order of the iterations.
bool AccessReader::readUpdates(const ForStmt *Loop, const Variables &Own, const Variables &Used,
                               std::vector<cleave_row_sum> &Sums, std::vector<cleave_row_update> &Updates) {
  const std::optional<std::vector<const VarDecl *>> Carried = carriedBy(Loop, Own, Used);
  if (!Carried || Carried->empty())
    return false;
  Variables Changed = writtenIn(Loop->getBody(), Context);
  Changed.merge(declaredIn(Loop->getBody()));
  std::optional<RowUpdates> Found = readRowUpdates(
      Loop->getBody(), Variables(Carried->begin(), Carried->end()), Changed, Context, Text, Arena);
  if (!Found)
    return false;
  for (const VarDecl *Variable : *Carried)
    Sums.push_back(rowSum(Variable, CLEAVE_COMBINER_UNKNOWN));
  Updates = std::move(Found->Updates);
  RowStatements = std::move(Found->Statements);
  return readBody(Loop, Own);
}

// An inner loop of a row, and the statements between the loop before it and this one.
struct AccessReader::RowSegment {
  std::vector<const Stmt *> Before;
  const ForStmt *Loop;
  ElementHeader Header;
};

// The variables whose value at the end of segment NUMBER the segments after it, or the statements AFTER all of them, use. The iterations of a
// loop do not use the counter, nor what they assign first.
static Variables usedAfter(llvm::ArrayRef<AccessReader::RowSegment> Segments, size_t Number,
                           llvm::ArrayRef<const Stmt *> After, const ASTContext &Context) {
  Variables Used, Set; // by an assignment between the loops
  auto Use = [&](const Variables &Named) {
    std::set_difference(Named.begin(), Named.end(), Set.begin(), Set.end(),
                        std::inserter(Used, Used.begin()));
  };
  for (const AccessReader::RowSegment &Segment : Segments.drop_front(Number + 1)) {
    for (const Stmt *Statement : Segment.Before) {
      auto *Assignment = dyn_cast<BinaryOperator>(Statement);
      const VarDecl *Target =
          Assignment && Assignment->getOpcode() == BO_Assign ? namedVariable(Assignment->getLHS()) : nullptr;
      Use(namedIn(Target ? Assignment->getRHS() : Statement));
      if (Target)
        Set.insert(Target);
    }
    Variables InLoop = namedIn(Segment.Loop);
    InLoop.erase(Segment.Header.Counter);
    for (const VarDecl *Assigned : assignedFirst(Segment.Loop, Context))
      InLoop.erase(Assigned);
    Use(InLoop);
  }
  for (const Stmt *Statement : After)
    Use(namedIn(Statement));
  return Used;
}

// Whether the loop of SEGMENT has the form of an inner loop of a row. Describes its sums, updates and stores in RESULT.
bool AccessReader::readSegment(const RowSegment &Segment, const Variables &Own, const Variables &Used,
                               llvm::function_ref<AccessReader()> NewReader, cleave_row_loop &Result) const {
  const Variables Changed = writtenIn(Segment.Loop->getBody(), Context);
  std::vector<cleave_row_sum> Sums, Carried;
  bool IsReduction = false, HasStores = false;
  for (const char *Extremum : {"min", "max"}) {
    AccessReader Reader = NewReader();
    Sums.clear();
    IsReduction = Reader.readElements(Segment.Loop, Own, Extremum, Sums);
    HasStores = Reader.hasStores();
    if (IsReduction)
      break;
  }
  std::vector<cleave_row_update> Updates;
  AccessReader Ordered = NewReader();
  if (!Ordered.readUpdates(Segment.Loop, Own, Used, Carried, Updates))
    Updates.clear();
  else
    HasStores |= Ordered.hasStores();
  // The values that the inner loop leaves in variables other than SUMS are not there afterwards.
  auto KeepsUsed = [&](const std::vector<cleave_row_sum> &Sums) {
    Variables Lost = Changed;
    for (const VarDecl *Variable : Changed)
      if (llvm::any_of(Sums, [&](const cleave_row_sum &Sum) { return Variable->getName() == Sum.name; }))
        Lost.erase(Variable);
    Lost.insert(Segment.Header.Counter);
    return !shareOne(Used, Lost);
  };
  IsReduction = IsReduction && (!Sums.empty() || HasStores) && KeepsUsed(Sums);
  if (!IsReduction) {
    if (Updates.empty() || !KeepsUsed(Carried))
      return false;
    Sums = Carried;
  }
  Result.is_reduction = IsReduction;
  Result.has_stores = HasStores;
  storeList(Arena, Sums, Result.sums, Result.sum_count);
  storeList(Arena, Updates, Result.updates, Result.update_count);
  return true;
}

// Stores the source ranges of SEGMENT and of the statements AFTER it in RESULT, and what tells its rows from those of another loop. COUNTER: of
// the rows. CHANGED: in them.
bool AccessReader::storeSegment(const RowSegment &Segment, llvm::ArrayRef<const Stmt *> After,
                                const VarDecl *Counter, const Variables &Own, const Variables &Changed,
                                cleave_row_loop &Result) const {
  bool Exact = true;
  auto Range = [&](SourceText::Piece Piece, uint32_t &Begin, uint32_t &End) {
    Exact &= Piece.Exact;
    Begin = Piece.Range.begin;
    End = Piece.Range.end;
  };
  auto List = [&](llvm::ArrayRef<const Stmt *> Statements, uint32_t &Begin, uint32_t &End) {
    uint32_t Rest;
    if (Statements.empty())
      return;
    Range(Text.statement(Statements.front()), Begin, Rest);
    Range(Text.statement(Statements.back()), Rest, End);
  };
  const ElementHeader &Header = Segment.Header;
  List(Segment.Before, Result.before_begin, Result.before_end);
  List(After, Result.after_begin, Result.after_end);
  Range(Text.tokens(Header.First->getSourceRange()), Result.first_begin, Result.first_end);
  Range(Text.tokens(Header.Bound->getSourceRange()), Result.bound_begin, Result.bound_end);
  Range(Text.statement(Segment.Loop), Result.loop_begin, Result.loop_end);
  Range(Text.statement(Segment.Loop->getBody()), Result.body_begin, Result.body_end);
  Result.bound_is_last = Header.IsLast;
  const std::string Type =
      spellType(Header.Counter->getType().getCanonicalType().getUnqualifiedType(), Context);
  Result.counter =
      cleave_arena_copy(Arena, Header.Counter->getName().data(), Header.Counter->getName().size());
  Result.type = cleave_arena_copy(Arena, Type.data(), Type.size());
  for (auto [Expression, Key] :
       {std::pair(Header.First, &Result.first_key), std::pair(Header.Bound, &Result.bound_key)}) {
    const std::string Printed = KeyPrinter(Counter, Own, Changed, Context, Index).print(Expression);
    *Key = cleave_arena_copy(Arena, Printed.data(), Printed.size());
  }
  return Exact;
}

// The bounds of the loop of SEGMENT, whose body does not change them, are evaluated once, by another thread.
bool AccessReader::readBounds(const RowSegment &Segment, const Variables &Own) {
  const ElementHeader &Header = Segment.Header;
  Variables InHeader = namedIn(Header.First);
  InHeader.merge(namedIn(Header.Bound));
  const Variables Changed = writtenIn(Segment.Loop->getBody(), Context);
  if (shareOne(Changed, InHeader) || Changed.count(Header.Counter) || InHeader.count(Header.Counter))
    return false;
  for (const VarDecl *Variable : Own)
    Inside.insert(Variable);
  evaluate(Header.First);
  evaluate(Header.Bound);
  if (!Known || hasStores())
    return false;
  // Else all rows have the same length, or one that the host can compute.
  return shareOne(InHeader, Own) ||
         llvm::any_of(Accesses, [](const Access &It) { return !It.Where.Subscripts.empty(); });
}

// Whether the loops of all SEGMENTS have the same elements.
static bool haveSameElements(llvm::ArrayRef<AccessReader::RowSegment> Segments, const ASTContext &Context) {
  const ElementHeader &First = Segments.front().Header;
  Variables InHeader = namedIn(First.First), Changed;
  InHeader.merge(namedIn(First.Bound));
  for (const AccessReader::RowSegment &Segment : Segments) {
    const ElementHeader &Header = Segment.Header;
    Changed.merge(writtenIn(Segment.Loop, Context));
    for (const Stmt *Statement : Segment.Before)
      if (&Segment != &Segments.front())
        Changed.merge(writtenIn(Statement, Context));
    if (!areAlike(First.First, Header.First, Context) || !areAlike(First.Bound, Header.Bound, Context) ||
        First.IsLast != Header.IsLast ||
        !Context.hasSameUnqualifiedType(First.Counter->getType(), Header.Counter->getType()))
      return false;
  }
  return !shareOne(InHeader, Changed);
}

// ROWS consists of SEGMENTS and of the statements AFTER them.
cleave_row_loop *AccessReader::readSegments(const OMPExecutableDirective *Loop, const ForStmt *Rows,
                                            llvm::ArrayRef<RowSegment> Segments,
                                            llvm::ArrayRef<const Stmt *> After,
                                            llvm::function_ref<AccessReader()> NewReader) {
  if (Segments.size() > 1 && !haveSameElements(Segments, NewReader().Context))
    return nullptr;
  // Each thread has a copy of a reduction variable, which only the statements after the inner loops may use: one thread executes them.
  Variables Reduced;
  for (const auto *Clause : Loop->getClausesOfKind<OMPReductionClause>())
    for (const Expr *Item : cleave::listItems(Clause))
      Reduced.merge(namedIn(Item));
  Variables Earlier; // the variables of earlier segments
  cleave_row_loop *First = nullptr, *Last = nullptr;
  for (size_t I = 0; I < Segments.size(); ++I) {
    const RowSegment &Segment = Segments[I];
    const bool IsLast = I + 1 == Segments.size();
    AccessReader Values = NewReader(), Bounds = NewReader();
    Variables Set = ownVariables(Loop, Segment.Before);
    Set.insert(Values.AssumedPrivate.begin(), Values.AssumedPrivate.end());
    const Variables InRow = writtenIn(Rows->getBody(), Values.Context);
    Variables Own = Earlier, New;
    Own.insert(Set.begin(), Set.end());
    std::set_difference(Set.begin(), Set.end(), Earlier.begin(), Earlier.end(),
                        std::inserter(New, New.begin()));
    Values.Inside.insert(Earlier.begin(), Earlier.end());
    auto *Result =
        static_cast<cleave_row_loop *>(cleave_arena_allocate(Values.Arena, sizeof(cleave_row_loop)));
    if (!Values.readValues(Segment.Before, New) || !Bounds.readBounds(Segment, Own) ||
        shareOne(namedIn(Segment.Loop), Reduced) || llvm::any_of(Segment.Before, [&](const Stmt *Statement) {
          return shareOne(namedIn(Statement), Reduced);
        }))
      return nullptr;
    if (!Values.readSegment(Segment, Own, usedAfter(Segments, I, After, Values.Context), NewReader,
                            *Result) ||
        !Values.storeSegment(Segment, IsLast ? After : llvm::ArrayRef<const Stmt *>(), counterVariable(Rows),
                             Own, InRow, *Result))
      return nullptr;
    if (Last)
      Last->later = Result;
    else
      First = Result;
    Last = Result;
    Earlier = Own;
  }
  return First;
}

cleave_row_loop *AccessReader::readRows(const OMPExecutableDirective *Loop,
                                        llvm::function_ref<AccessReader()> NewReader) {
  auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop);
  auto *Rows =
      Based && Based->getLoopsNumber() == 1 ? dyn_cast<ForStmt>(onlyStatement(Loop->getRawStmt())) : nullptr;
  const ASTContext &Context = NewReader().Context;
  if (!Rows || !Rows->getBody() || Context.getLangOpts().isSignedOverflowDefined())
    return nullptr;
  llvm::SmallVector<const Stmt *> Statements = {Rows->getBody()};
  if (auto *Compound = dyn_cast<CompoundStmt>(Rows->getBody()))
    Statements.assign(Compound->body_begin(), Compound->body_end());
  std::vector<RowSegment> Segments;
  std::vector<size_t> Ends; // of each segment
  std::vector<const Stmt *> Before;
  for (size_t I = 0; I < Statements.size(); ++I) {
    auto *For = dyn_cast<ForStmt>(withoutHints(Statements[I]));
    const std::optional<ElementHeader> Header = For ? elementHeader(For, Context) : std::nullopt;
    if (For && !Header)
      break;
    if (!For) {
      Before.push_back(Statements[I]);
      continue;
    }
    Segments.push_back({Before, For, *Header});
    Ends.push_back(I + 1);
    Before.clear();
  }
  // The thread that ends a row executes the loops that do not have the form of the first one.
  for (size_t Count = Segments.size(); Count; --Count)
    if (cleave_row_loop *Result =
            readSegments(Loop, Rows, llvm::ArrayRef(Segments).take_front(Count),
                         llvm::ArrayRef(Statements).drop_front(Ends[Count - 1]), NewReader))
      return Result;
  return nullptr;
}
