// FILE: passes/frontend/host_reader.cpp
// WHAT: see host_reader.h. Builds the tree of statements.
#include "host_reader.h"

#include "host_items.h"
#include "host_launches.h"
#include "host_loops.h"
#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_uses.h"
#include "reader_variables.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

namespace {

class HostReader final : public HostItems {
public:
  HostReader(ASTContext &Context, HostFlows &Flows, const SourceText &Text, const RegionIndices &Regions,
             const AddressSet &Addresses, const FunctionSet &Launching, const HiddenCode &Hidden,
             const cleave_unit &Unit)
      : HostItems(Context, Unit.arena, Flows), Text(Text), Addresses(Addresses), Unit(Unit), Regions(Regions),
        Launching(Launching), Hidden(Hidden) {}

  cleave_host_function read(const FunctionDecl *Function) {
    Frame Root;
    Root.Function = HostEvaluator::Root = Function;
    Root.Written = writtenIn(Function->getBody(), Context);
    Root.Flow = &Flows.of(Function);
    SharesMemory = Hidden.SharesMemory;
    Current = &Root;
    for (const ParmVarDecl *Parameter : Function->parameters()) {
      declare(Parameter);
      if (Parameter->getType()->isRecordType())
        cleave_cell_expose(Memory, variable(Parameter).cell);
      else
        cleave_cell_comes_from_outside(Memory, cleave_cell_pointee(Memory, variable(Parameter).cell));
    }
    if (auto *Method = dyn_cast<CXXMethodDecl>(Function); Method && Method->isInstance()) {
      Root.This.target = cleave_cell_new_outside(Memory);
      Root.This.path =
          cleave_host_add_variable(&Record, {"this", CLEAVE_NO_NODE, false, 1, nullptr}, CLEAVE_NO_CELL);
    }
    statement(Function->getBody(), CLEAVE_NO_NODE, 0, true);
    endFrame();
    markForeign();
    IsComplete &= !Hidden.ReplacesAllocation;
    cleave_host_finish(&Record);
    cleave_host_function &Result = Record.function;
    Result.has_exit_code = Hidden.AtExit;
    Result.is_interrupted = Hidden.InSignals;
    const std::string Name = Function->getQualifiedNameAsString();
    Result.name = cleave_arena_copy(Arena, Name.data(), Name.size());
    Result.identity = Function;
    Result.pattern = Function->getTemplateInstantiationPattern();
    Result.is_main = Function->isMain();
    return Result;
  }

private:
  // ---- Variables and nodes --------------------------------------------------------------------------

  bool isAddressTaken(const VarDecl *Variable) override { return Addresses.count(Variable); }

  HostValue rootVariable(const VarDecl *Variable, uint32_t Cell) override {
    if (!Variable->getDeclName().isIdentifier() || Variable->getName().empty())
      return nullptr;
    const StringRef Name = Variable->getName();
    const bool IsOutside = isa<ParmVarDecl>(Variable) || Variable->hasGlobalStorage();
    unsigned Dimensions = 0;
    for (QualType Type = Variable->getType().getNonReferenceType();
         Type->isArrayType() || Type->isPointerType(); ++Dimensions)
      Type = Type->isPointerType() ? Type->getPointeeType() : Context.getAsArrayType(Type)->getElementType();
    return cleave_host_add_variable(&Record,
                                    {cleave_arena_copy(Arena, Name.data(), Name.size()),
                                     IsOutside || Variable->isImplicit() ? CLEAVE_NO_NODE : Here, InHeader,
                                     Dimensions, nullptr},
                                    Cell);
  }

  uint32_t classEnd(const RecordDecl *Record) override {
    auto *Class = dyn_cast<CXXRecordDecl>(Record);
    if (!Class || !Context.getLangOpts().CPlusPlus11 || Class->isLocalClass() || Class->isUnion())
      return 0;
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      Class = Pattern;
    const CXXRecordDecl *Definition = Class->getDefinition();
    if (!Definition || !Definition->getBraceRange().isValid())
      return 0;
    const uint32_t End = after(Definition->getBraceRange().getEnd());
    return End && Text.isInFile(Definition->getBraceRange().getEnd()) ? End - 1 : 0;
  }

  // A node for STATEMENT, the last child of PARENT. BEFORE: the end of the token that precedes it, or 0.
  uint32_t newNode(cleave_host_node_kind Kind, const Stmt *Statement, uint32_t Parent, uint32_t Before,
                   bool InBlock) {
    const uint32_t Made = cleave_host_add_node(&Record, Kind, Parent);
    cleave_host_node &Facts = node(Made);
    Facts.in_callee = !Current->isRoot();
    Facts.is_in_block = InBlock;
    Facts.before = Before;
    if (!Facts.in_callee) {
      const SourceText::Piece Piece = Text.statement(Statement);
      Facts.range = Piece.Range;
      const bool IsDirective = isa<OMPExecutableDirective>(Statement);
      // Nothing can follow a directive on its line.
      if ((!Before || cleave_unit_is_on_directive(&Unit, Before)) && !IsDirective && InBlock)
        Facts.before = Piece.Range.begin;
      Facts.is_editable = Piece.Exact && Facts.before && !cleave_unit_is_on_directive(&Unit, Facts.before) &&
                          !cleave_unit_is_on_directive(&Unit, Piece.Range.end);
      if (IsDirective)
        Facts.flags |= CLEAVE_HOST_DIRECTIVE;
      if (isa<DeclStmt>(Statement))
        Facts.flags |= CLEAVE_HOST_DECLARES;
    }
    Record.work += 4;
    return Made;
  }

  // The offset after the token at AT; 0 if it is in a macro.
  uint32_t after(SourceLocation At) {
    if (At.isInvalid() || At.isMacroID())
      return 0;
    const SourceText::Piece Piece = Text.tokens({At, At});
    return Piece.Exact ? Piece.Range.end : 0;
  }

  cleave_host_node &node(uint32_t Index) { return Record.function.nodes[Index]; }

  // Pointers that other translation units can name, and this function never assigns: they may lead to what these can name.
  void markForeign() {
    for (const auto &[Variable, Global] : Globals) {
      if (!Variable->isExternallyVisible() || !holdsPointers(Variable->getType()) ||
          (Variable->getType().isConstQualified() && !Variable->isWeak()))
        continue;
      bool IsAssigned = false;
      for (uint32_t N = 0; N < Record.function.node_count; ++N)
        for (size_t I = 0; I < node(N).copy_count; ++I)
          IsAssigned |= cleave_cell_contains(Memory, Global.cell, node(N).copies[I].cell);
      if (!IsAssigned)
        cleave_cell_set_held_unknown(Memory, Global.cell);
    }
  }

  // What runs before main.
  void startup() {
    for (const VarDecl *Variable : Hidden.Initialized)
      initialize(variable(Variable), Variable->getType(), Variable->getInit());
    for (const FunctionDecl *Function : Hidden.BeforeMain)
      callWithout(Function);
  }

  void body(const Stmt *Body) override {
    if (InLeaf) {
      cleave_host_add_hidden_callee(&Record, Current->Function);
      return leaf(Body);
    }
    const uint32_t Outside = Here, Block = Record.function.node_count;
    statement(Body, Here, 0, true);
    if (Block < Record.function.node_count)
      node(Block).callee = Current->Function;
    Here = Outside;
  }

  void statements(const Stmt *Code) override {
    const bool Outside = InLeaf;
    InLeaf = true;
    leaf(Code);
    InLeaf = Outside;
  }

  // ---- Statements -----------------------------------------------------------------------------------

  void statement(const Stmt *Statement, uint32_t Parent, uint32_t Before, bool InBlock) {
    Statement = withoutWrapper(Statement);
    const size_t Mark = Current->Objects.size();
    parts(Statement, Parent, Before, InBlock);
    endTemporaries();
    if (!isa<DeclStmt>(Statement))
      endObjects(Mark);
  }

  void parts(const Stmt *Statement, uint32_t Parent, uint32_t Before, bool InBlock) {
    if (!IsComplete)
      return;
    if (auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
      const uint32_t Block = newNode(CLEAVE_HOST_BLOCK, Statement, Parent, Before, InBlock);
      uint32_t Last = after(Compound->getLBracLoc());
      Here = Block;
      if (Parent == CLEAVE_NO_NODE && Root->isMain())
        implicitly([&] { startup(); });
      for (const Stmt *Child : Compound->body()) {
        if (isa<NullStmt>(Child))
          continue;
        Here = Block;
        statement(Child, Block, Last, true);
        const SourceText::Piece Piece = Text.statement(Child);
        Last = Piece.Exact ? Piece.Range.end : 0;
      }
      Here = Block;
      return;
    }
    if (auto *If = dyn_cast<IfStmt>(Statement); If && !If->hasInitStorage() && !If->hasVarStorage() &&
                                                If->getStatementKind() == IfStatementKind::Ordinary) {
      const uint32_t Branch = Here = newNode(CLEAVE_HOST_BRANCH, Statement, Parent, Before, InBlock);
      value(If->getCond());
      statement(If->getThen(), Branch, after(If->getRParenLoc()), false);
      if (If->getElse())
        statement(If->getElse(), Branch, after(If->getElseLoc()), false);
      Here = Branch;
      return;
    }
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Statement)) {
      const uint32_t Loop = Here = newNode(CLEAVE_HOST_LOOP, Statement, Parent, Before, InBlock);
      if (Current->Flow->Endless.count(Statement))
        flag(CLEAVE_HOST_ENDLESS);
      return loop(Statement, Loop);
    }
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
      return directive(Directive, Parent, Before, InBlock);
    if (isa<Expr, DeclStmt, ReturnStmt, BreakStmt, ContinueStmt, NullStmt, GotoStmt, IndirectGotoStmt>(
            Statement)) {
      const uint32_t Made = Here = newNode(CLEAVE_HOST_STATEMENT, Statement, Parent, Before, InBlock);
      simple(Statement, !InLeaf);
      Here = Made;
      return;
    }
    // Control that the tree does not describe: switch, labels, try.
    const uint32_t Made = Here = newNode(CLEAVE_HOST_OPAQUE, Statement, Parent, Before, InBlock);
    if (isa<LabelStmt, CXXTryStmt>(Statement))
      flag(CLEAVE_HOST_LEAVES);
    inside(Statement, Made);
  }

  // The parts of STATEMENT, in the opaque node MADE.
  void inside(const Stmt *Statement, uint32_t Made) {
    if (auto *Switch = dyn_cast<SwitchStmt>(Statement);
        Switch && !Switch->getInit() && !Switch->getConditionVariable()) {
      value(Switch->getCond());
      ++Switches;
      statement(Switch->getBody(), Made, 0, false);
      --Switches;
    } else if (auto *Case = dyn_cast<SwitchCase>(Statement)) {
      statement(Case->getSubStmt(), Made, 0, false);
    } else if (auto *Label = dyn_cast<LabelStmt>(Statement)) {
      statement(Label->getSubStmt(), Made, 0, false);
    } else if (auto *Attributed = dyn_cast<AttributedStmt>(Statement)) {
      statement(Attributed->getSubStmt(), Made, 0, false);
    } else if (auto *If = dyn_cast<IfStmt>(Statement)) {
      if (If->getInit())
        simple(If->getInit(), false);
      if (If->getConditionVariableDeclStmt())
        simple(If->getConditionVariableDeclStmt(), false);
      if (!If->isConsteval()) // that one has no condition
        value(If->getCond());
      statement(If->getThen(), Made, 0, false);
      if (If->getElse())
        statement(If->getElse(), Made, 0, false);
    } else {
      IsComplete = false;
    }
    Here = Made;
  }

  void loop(const Stmt *Statement, uint32_t Loop) {
    const Stmt *Body = nullptr;
    uint32_t Before = 0;
    const bool WasInHeader = InHeader;
    const unsigned OutsideSwitches = Switches;
    Switches = 0;
    InHeader = true;
    auto Evaluate = [&](const Expr *Expression) {
      if (Expression)
        evaluate(Expression);
    };
    if (auto *For = dyn_cast<ForStmt>(Statement)) {
      if (For->getInit())
        simple(For->getInit(), false);
      if (For->getConditionVariable())
        IsComplete = false;
      Evaluate(For->getCond());
      Evaluate(For->getInc());
      if (unroll(For)) {
        InHeader = WasInHeader;
        Switches = OutsideSwitches;
        return;
      }
      Body = For->getBody();
      Before = after(For->getRParenLoc());
    } else if (auto *While = dyn_cast<WhileStmt>(Statement)) {
      if (While->getConditionVariable())
        IsComplete = false;
      Evaluate(While->getCond());
      Body = While->getBody();
      Before = after(While->getRParenLoc());
    } else if (auto *Do = dyn_cast<DoStmt>(Statement)) {
      Evaluate(Do->getCond());
      Body = Do->getBody();
      Before = after(Do->getDoLoc());
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(Statement)) {
      for (const Stmt *Part :
           {Range->getInit(), static_cast<const Stmt *>(Range->getRangeStmt()),
            static_cast<const Stmt *>(Range->getBeginStmt()), static_cast<const Stmt *>(Range->getEndStmt())})
        if (Part)
          simple(Part, false);
      Evaluate(Range->getCond());
      Evaluate(Range->getInc());
      simple(Range->getLoopVarStmt(), false);
      Body = Range->getBody();
      Before = after(Range->getRParenLoc());
    }
    InHeader = WasInHeader;
    Here = Loop;
    statement(Body, Loop, Before, false);
    Switches = OutsideSwitches;
    Here = Loop;
  }

  // Walks the body once for each iteration, in the current node, if the number of iterations is a small constant: the
  // iterations may access different elements of an array. Each has its own variables. Returns false for other loops.
  bool unroll(const ForStmt *For) {
    const std::optional<ConstantLoop> Loop = constantLoop(For, Launching, Context);
    if (!Loop)
      return false;
    const bool WasInHeader = InHeader;
    InHeader = true; // no later statement can name what the body declares
    for (const int64_t Each : Loop->Values) {
      Current->Values[Loop->Variable].path = cleave_host_integer(Arena, Each);
      statements(For->getBody());
      for (const VarDecl *Local : Loop->Declared) {
        Current->Variables.erase(Local);
        Current->Values.erase(Local);
      }
    }
    Current->Values.erase(Loop->Variable);
    InHeader = WasInHeader;
    return true;
  }

  // A statement without inner statements. Bodies of called functions become children of the node if IN_TREE.
  void simple(const Stmt *Statement, bool InTree) {
    const bool Outside = InLeaf;
    InLeaf = !InTree;
    if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      for (const Decl *Each : Declaration->decls()) {
        if (auto *Variable = dyn_cast<VarDecl>(Each))
          declaration(Variable);
        if (auto *Name = dyn_cast<TypedefNameDecl>(Each))
          sizes(Name->getUnderlyingType());
        if (auto *Parts = dyn_cast<DecompositionDecl>(Each)) // calls of `get`
          for (const BindingDecl *Part : Parts->bindings())
            if (const VarDecl *Holding = Part->getHoldingVar(); Holding && Holding->getInit())
              (void)lvalue(Holding->getInit());
      }
    } else if (auto *Return = dyn_cast<ReturnStmt>(Statement)) {
      returned(Return->getRetValue());
      flag(CLEAVE_HOST_LEAVES);
    } else if (isa<GotoStmt, IndirectGotoStmt>(Statement)) {
      flag(CLEAVE_HOST_LEAVES);
    } else if (isa<BreakStmt>(Statement) ? !Switches : isa<ContinueStmt>(Statement)) {
      flag(CLEAVE_HOST_JUMPS);
    } else if (auto *Expression = dyn_cast<Expr>(Statement)) {
      evaluate(Expression);
    }
    InLeaf = Outside;
  }

  // All of CODE, in the current node.
  void leaf(const Stmt *Code) {
    if (!Code || !IsComplete)
      return;
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(Code)) {
      const OpenMPDirectiveKind Kind = Directive->getDirectiveKind();
      if (isOpenMPTargetExecutionDirective(Kind) && !Record.in_region)
        IsComplete = false;
      if (isOpenMPTargetDataManagementDirective(Kind) || Kind == OMPD_target_data)
        managed(Directive);
      if (Directive->hasAssociatedStmt())
        leaf(withoutWrapper(Directive->getRawStmt()));
      return;
    }
    if (isa<Expr, DeclStmt, ReturnStmt, GotoStmt, IndirectGotoStmt>(Code)) {
      const bool IsReturn = isa<ReturnStmt>(Code);
      const uint32_t Flags = node(Here).flags;
      simple(Code, false);
      endTemporaries();
      if (IsReturn) // out of a called function, inside of this statement
        node(Here).flags = (node(Here).flags & ~CLEAVE_HOST_LEAVES) | (Flags & CLEAVE_HOST_LEAVES);
      return;
    }
    if (auto *For = dyn_cast<ForStmt>(Code); For && constantLoop(For, Launching, Context)) {
      leaf(For->getInit());
      leaf(For->getCond());
      leaf(For->getInc());
      unroll(For);
      return;
    }
    if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt, CaseStmt, DefaultStmt, LabelStmt,
             AttributedStmt, CXXForRangeStmt, NullStmt, BreakStmt, ContinueStmt>(Code)) {
      IsComplete = false; // as exceptions and assembler
      return;
    }
    const size_t Mark = Current->Objects.size();
    Record.conditional += !isa<CompoundStmt>(Code);
    for (const Stmt *Child : Code->children())
      leaf(Child);
    Record.conditional -= !isa<CompoundStmt>(Code);
    endObjects(Mark);
  }

  void declaration(const VarDecl *Variable) {
    if (Variable->isStaticLocal()) {
      const Place To = variable(Variable);
      if (Variable->getInit() && Context.getLangOpts().CPlusPlus && !Variable->hasConstantInitialization())
        initialize(To, Variable->getType(), Variable->getInit());
      return;
    }
    if (Variable->getType()->isReferenceType()) {
      if (Variable->getInit())
        Current->Variables[Variable->getCanonicalDecl()] = lvalue(Variable->getInit());
      begins(Variable, variable(Variable));
      return;
    }
    sizes(Variable->getType());
    declare(Variable);
    const Place To = variable(Variable);
    begins(Variable, To);
    const Expr *Initializer = Variable->getInit();
    if (!Initializer)
      return;
    if (Variable->getType()->isScalarType()) {
      const Value From = value(Initializer);
      storeValue(To, Variable->getType(), From);
      if (!Current->isRoot() && !Current->Written.count(Variable->getCanonicalDecl()))
        Current->Values[Variable->getCanonicalDecl()] = From;
      const QualType Given = Initializer->IgnoreImpCasts()->getType();
      if (Current->isRoot() && To.path && Variable->getType()->isIntegerType() && Given->isIntegerType() &&
          Context.getTypeSize(Given) <= Context.getTypeSize(Variable->getType()))
        Record.function.variables[To.path->variable].initial = From.path;
      return;
    }
    initialize(To, Variable->getType(), Initializer);
  }

  void returned(const Expr *Expression) {
    if (!Expression)
      return;
    if (Current->isRoot()) {
      if (Expression->isGLValue())
        cleave_cell_expose(Memory, lvalue(Expression).cell);
      else if (const uint32_t Target = value(Expression).target; Target != CLEAVE_NO_CELL)
        cleave_cell_expose(Memory, Target);
      return;
    }
    const bool IsFirst = Current->Returns++ == 0;
    if (Expression->isGLValue()) {
      const Place Result = lvalue(Expression);
      if (IsFirst)
        Current->ReturnedPlace = Result;
      else
        cleave_cell_unify(Memory, Current->ReturnedPlace.cell, Result.cell);
      if (!IsFirst)
        Current->ReturnedPlace.path = Current->ReturnedPlace.base = nullptr;
      return;
    }
    const Value Result = value(Expression);
    if (IsFirst)
      Current->ReturnedValue = Result;
    else
      cleave_host_return(&Record, &Current->ReturnedValue, &Result);
  }

  // ---- Directives -----------------------------------------------------------------------------------

  void directive(const OMPExecutableDirective *Directive, uint32_t Parent, uint32_t Before, bool InBlock) {
    const OpenMPDirectiveKind Kind = Directive->getDirectiveKind();
    if (isOpenMPTargetExecutionDirective(Kind))
      return region(Directive, Parent, Before, InBlock);
    if (isOpenMPTaskingDirective(Kind)) {
      IsComplete = false;
      return;
    }
    const bool IsData = onlyMaps(Directive);
    const uint32_t Made = Here =
        newNode(IsData ? CLEAVE_HOST_DATA : CLEAVE_HOST_OPAQUE, Directive, Parent, Before, InBlock);
    if (IsData)
      items(Directive, Made);
    else if (isOpenMPTargetDataManagementDirective(Kind) || Kind == OMPD_target_data)
      managed(Directive);
    if (Directive->hasAssociatedStmt() && Directive->getAssociatedStmt())
      statement(Directive->getRawStmt(), Made, 0, false);
    Here = Made;
  }

  void region(const OMPExecutableDirective *Target, uint32_t Parent, uint32_t Before, bool InBlock) {
    const uint32_t Made = Here = newNode(CLEAVE_HOST_REGION, Target, Parent, Before, InBlock);
    auto Found = Regions.find(Target->getBeginLoc());
    if (Found != Regions.end())
      node(Made).region = Found->second;
    items(Target, Made);
    const bool Outside = InLeaf;
    InLeaf = Record.in_region = true;
    Here = Made;
    leaf(withoutWrapper(Target->getRawStmt()));
    InLeaf = Outside;
    Record.in_region = false;
    node(Made).flags &= ~(CLEAVE_HOST_LEAVES | CLEAVE_HOST_JUMPS | CLEAVE_HOST_UNWINDS);
  }

  // What the clauses of CONSTRUCT, the node MADE, map.
  void items(const OMPExecutableDirective *Construct, uint32_t Made) {
    const bool Outside = InLeaf;
    InLeaf = true;
    bool IsPlain = true;
    std::vector<cleave_host_item> Items;
    for (const OMPClause *Clause : Construct->clauses()) {
      IsPlain &= !isa<OMPIfClause, OMPDeviceClause, OMPNowaitClause, OMPDependClause, OMPInReductionClause,
                      OMPUsesAllocatorsClause>(Clause);
      if (auto *Map = dyn_cast<OMPMapClause>(Clause))
        for (const Expr *Item : cleave::listItems(Map))
          mapped(Map, Item, Items);
      // Values of other clauses are read on the host.
      const Expr *Read = nullptr;
      if (auto *Teams = dyn_cast<OMPNumTeamsClause>(Clause))
        Read = cleave::numTeams(Teams);
      else if (auto *Limit = dyn_cast<OMPThreadLimitClause>(Clause))
        Read = cleave::threadLimit(Limit);
      else if (auto *If = dyn_cast<OMPIfClause>(Clause))
        Read = If->getCondition();
      else if (auto *Device = dyn_cast<OMPDeviceClause>(Clause))
        Read = Device->getDevice();
      if (Read)
        value(sourceExpression(Read));
    }
    node(Made).clause_event_count = node(Made).event_count;
    for (const OMPClause *Clause : Construct->clauses())
      if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause))
        for (const Expr *Item : cleave::listItems(Reduction))
          if (Item->isGLValue() && isa<DeclRefExpr>(Item->IgnoreParenImpCasts()))
            write(lvalue(Item->IgnoreParenImpCasts()));
    InLeaf = Outside;
    Here = Made;
    node(Made).is_plain = IsPlain;
    storeList(Arena, Items, node(Made).items, node(Made).item_count);
  }

  const SourceText &Text;
  const AddressSet &Addresses;
  const cleave_unit &Unit;
  uint32_t &Here = Record.here;
  bool InLeaf = false, InHeader = false;
  const RegionIndices &Regions;
  const FunctionSet &Launching;
  const HiddenCode &Hidden;
  unsigned Switches = 0; // around the current statement, inside of the innermost loop
};

} // namespace

void cleave::readHostCode(ASTContext &Context, const SourceText &Text, const RegionIndices &Regions,
                          cleave_unit &Unit) {
  std::vector<cleave_host_function> Functions;
  AddressSet Addresses;
  HiddenCode Hidden;
  HostFlows Flows(Context);
  const std::vector<LaunchingFunction> All = findLaunchingFunctions(Context, Addresses, Hidden);
  FunctionSet Launching;
  for (const LaunchingFunction &Found : All)
    Launching.insert(Found.Function);
  for (const LaunchingFunction &Found : All) {
    auto *Method = dyn_cast<CXXMethodDecl>(Found.Function);
    if (!Text.isInFile(Found.Function->getBody()->getBeginLoc()) || Found.Function->isTemplated() ||
        (Method && Method->getParent()->isLambda()) ||
        OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Found.Function))
      continue;
    HostReader Reader(Context, Flows, Text, Regions, Addresses, Launching, Hidden, Unit);
    Functions.push_back(Reader.read(Found.Function));
    Functions.back().is_called = Found.IsCalled;
    Functions.back().is_internal = Found.IsInternal;
  }
  storeList(Unit.arena, Functions, Unit.functions, Unit.function_count);
}
