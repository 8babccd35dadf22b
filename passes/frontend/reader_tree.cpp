// FILE: passes/frontend/reader_tree.cpp
// WHAT: builds the model's statement tree of one region.
#include "reader_accesses.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

// ---- Lists of uses and facts ---------------------------------------------------------------------

static constexpr unsigned AnyWrite = CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE;

// The offset of a variable's use is that of its first write, or else of its first use.
static int weight(unsigned Flags) {
  return Flags & CLEAVE_USE_WRITE ? 2 : Flags & CLEAVE_USE_ELEMENT_WRITE ? 1 : 0;
}

void cleave::addUse(std::vector<cleave_use> &Uses, const cleave_use &New) {
  for (cleave_use &Known : Uses) {
    if (Known.variable != New.variable)
      continue;
    const bool Unprotected = ((Known.flags & AnyWrite) && !(Known.flags & CLEAVE_USE_PROTECTED)) ||
                             ((New.flags & AnyWrite) && !(New.flags & CLEAVE_USE_PROTECTED));
    if (weight(New.flags) > weight(Known.flags))
      Known.offset = New.offset;
    Known.flags |= New.flags;
    if (Unprotected)
      Known.flags &= ~unsigned(CLEAVE_USE_PROTECTED);
    return;
  }
  Uses.push_back(New);
}

void cleave::addFact(std::vector<cleave_fact> &Facts, const cleave_fact &New) {
  for (const cleave_fact &Known : Facts)
    if (Known.kind == New.kind && Known.in_callee == New.in_callee &&
        StringRef(Known.name ? Known.name : "") == StringRef(New.name ? New.name : ""))
      return;
  Facts.push_back(New);
}

class RegionReader::ListSink : public CodeSink {
public:
  explicit ListSink(RegionReader &Reader) : Reader(Reader) {}

  void use(const VarDecl *Variable, unsigned Flags, SourceLocation At) override {
    addUse(Result.Uses, {Reader.variable(Variable), Flags, Reader.Text.offset(At)});
  }

  void useThis(unsigned Flags, SourceLocation At) override {
    addUse(Result.Uses, {Reader.thisVariable(), Flags, Reader.Text.offset(At)});
  }

  void fact(cleave_fact_kind Kind, SourceLocation At, StringRef Name) override { add(Kind, At, Name, false); }

  void call(const FunctionDecl *Callee, SourceLocation At) override {
    Reader.Functions.report(Callee, Reader.Header, [&](const Callees::Fact &Found, bool InCallee) {
      add(Found.Kind, At, Found.Name, InCallee);
    });
  }

  Lists Result;

private:
  void add(cleave_fact_kind Kind, SourceLocation At, StringRef Name, bool InCallee) {
    const char *Copy = Name.empty() ? nullptr : cleave_arena_copy(Reader.Arena, Name.data(), Name.size());
    const cleave_callee Callee = Kind == CLEAVE_FACT_CALL ? cleave_callee_of(Copy) : CLEAVE_CALLEE_UNKNOWN;
    addFact(Result.Facts, {Kind, InCallee, Reader.Text.offset(At), Copy, Callee});
  }

  RegionReader &Reader;
};

RegionReader::Lists RegionReader::walk(llvm::function_ref<void(CodeWalker &)> Walk) {
  ListSink Sink(*this);
  CodeWalker Walker(Context, Sink);
  Walk(Walker);
  return std::move(Sink.Result);
}

void RegionReader::addLists(Lists &To, const Lists &From) {
  for (const cleave_use &Use : From.Uses)
    addUse(To.Uses, Use);
  for (const cleave_fact &Fact : From.Facts)
    addFact(To.Facts, Fact);
}

// ---- Variables of the region ----------------------------------------------------------------------

uint32_t RegionReader::variable(const VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  auto [Known, New] = Indices.try_emplace(Variable, Variables.size());
  if (!New)
    return Known->second;
  cleave_variable Described = describeVariable(Variable, Context, Text, Arena);
  if (auto Found = Sharing.find(Variable); Found != Sharing.end())
    Described.sharing = Found->second;
  // The device reaches it through a pointer, whatever clauses say of it.
  if (auto Where = OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable);
      Where && *Where == OMPDeclareTargetDeclAttr::MT_Link)
    Described.sharing = CLEAVE_SHARING_OTHER;
  // Clauses and calls in front of the region name it.
  if (Globals.Redeclared.count(Variable))
    Described.sharing = CLEAVE_SHARING_OTHER;
  else if (Globals.Qualified.count(Variable) ||
           (Globals.HasUsing && Variable->isDefinedOutsideFunctionOrMethod()))
    Described.name = qualifiedName(Variable, Context, Arena);
  Described.address_taken |= AddressTaken.count(Variable) != 0;
  // What other files hold may not count in a header: see reader_calls.cpp.
  Described.may_be_partly_present =
      Described.sharing == CLEAVE_SHARING_IMPLICIT_MAP && !Described.is_reference &&
      (Described.type_class == CLEAVE_TYPE_ARRAY || Described.type_class == CLEAVE_TYPE_RECORD) &&
      (Header.empty() ? Presence.isPossible(Variable, Function) : Described.address_taken);
  if (Lambda && Variable->isLocalVarDeclOrParm() && !Variable->isStaticLocal() &&
      !Lambda->Encloses(Variable->getDeclContext()) && Lambda != Variable->getDeclContext())
    Described.is_structured_binding_or_capture = true;
  const uint32_t Index = Variables.size();
  Variables.push_back(Described);
  Variables[Index].is_closure = isClosure(Variable);
  return Index;
}

bool RegionReader::isClosure(const VarDecl *Variable) {
  const CXXRecordDecl *Class = Variable->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda() || Variable->hasGlobalStorage() ||
      !Variable->getType().isTriviallyCopyableType(Context) || !Class->getLambdaCallOperator()->isConst())
    return false;
  for (const LambdaCapture &Capture : Class->captures()) {
    if (Capture.capturesThis())
      return false;
    if (!Capture.capturesVariable() || Capture.getCaptureKind() != LCK_ByRef)
      continue;
    auto *Captured = dyn_cast<VarDecl>(Capture.getCapturedVar());
    auto Found = Captured ? Sharing.find(Captured->getCanonicalDecl()) : Sharing.end();
    if (Found == Sharing.end() || Captured->getType().getNonReferenceType()->isPointerType() ||
        (Found->second != CLEAVE_SHARING_MAPPED && Found->second != CLEAVE_SHARING_IMPLICIT_MAP))
      return false;
    // The data environment must have it.
    if (Variables[variable(Captured)].may_be_partly_present)
      return false;
  }
  return true;
}

uint32_t RegionReader::thisVariable() {
  if (This == CLEAVE_NO_VARIABLE) {
    This = Variables.size();
    Variables.push_back(describeThis(Method));
  }
  return This;
}

// ---- The tree -------------------------------------------------------------------------------------

static const Stmt *withoutWrapper(const Stmt *Statement) {
  while (true) {
    if (auto *Captured = dyn_cast<CapturedStmt>(Statement))
      Statement = Captured->getCapturedStmt();
    else if (auto *Canonical = dyn_cast<OMPCanonicalLoop>(Statement))
      Statement = Canonical->getLoopStmt();
    else
      return Statement;
  }
}

uint32_t cleave::constructOf(OpenMPDirectiveKind Kind) {
  uint32_t Result = 0;
  for (Directive Leaf : getLeafConstructsOrSelf(Kind)) {
    Result |= Leaf == OMPD_target       ? CLEAVE_CONSTRUCT_TARGET
              : Leaf == OMPD_teams      ? CLEAVE_CONSTRUCT_TEAMS
              : Leaf == OMPD_distribute ? CLEAVE_CONSTRUCT_DISTRIBUTE
              : Leaf == OMPD_parallel   ? CLEAVE_CONSTRUCT_PARALLEL
              : Leaf == OMPD_for        ? CLEAVE_CONSTRUCT_FOR
              : Leaf == OMPD_simd       ? CLEAVE_CONSTRUCT_SIMD
              : Leaf == OMPD_loop       ? CLEAVE_CONSTRUCT_LOOP
                                        : 0;
  }
  return Result;
}

// Whether a statement of several parts that begins with a macro can stay in one piece: its parts may
// have no text of their own, as in `BUMP(x);` that is a do loop inside, but the whole has.
bool RegionReader::staysWhole(const Stmt *Statement, const Lists &Found) const {
  if (!isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt>(Statement) || !Text.statement(Statement).Exact)
    return false;
  for (const cleave_fact &Fact : Found.Facts) // jumps speak of what is around, loops may be split off
    if (!Fact.in_callee &&
        (Fact.kind == CLEAVE_FACT_BREAK || Fact.kind == CLEAVE_FACT_CONTINUE ||
         Fact.kind == CLEAVE_FACT_GOTO || Fact.kind == CLEAVE_FACT_RETURN ||
         Fact.kind == CLEAVE_FACT_OMP_PARALLEL || Fact.kind == CLEAVE_FACT_OMP_WORKSHARING))
      return false;
  return true;
}

uint32_t RegionReader::statement(const Stmt *Statement, uint32_t Parent) {
  Statement = withoutWrapper(Statement);
  const uint32_t Node = Nodes.size();
  Nodes.push_back({});
  SourceText::Piece Piece = Text.statement(Statement);
  Nodes[Node].parent = Parent;
  Nodes[Node].first_child = Nodes[Node].next = CLEAVE_NO_NODE;
  Nodes[Node].range = Piece.Range;
  Lists Own;
  if (!Piece.Exact)
    addFact(Own.Facts,
            {CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});
  take(Statement, Node, Own);
  storeList(Arena, Own.Uses, Nodes[Node].uses, Nodes[Node].use_count);
  storeList(Arena, Own.Facts, Nodes[Node].facts, Nodes[Node].fact_count);
  return Node;
}

void RegionReader::child(const Stmt *Statement, uint32_t Parent, uint32_t &Last) {
  uint32_t Child = statement(Statement, Parent);
  (Last == CLEAVE_NO_NODE ? Nodes[Parent].first_child : Nodes[Last].next) = Child;
  Last = Child;
}

void RegionReader::header(uint32_t Node, SourceRange Tokens, Lists &Own) {
  SourceText::Piece Piece = Text.tokens(Tokens);
  Nodes[Node].header = Piece.Range;
  if (!Piece.Exact)
    addFact(Own.Facts,
            {CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});
}

void RegionReader::condition(uint32_t Node, const Expr *Condition, Lists &Own) {
  if (!Condition)
    return;
  Lists Found = walk([&](CodeWalker &Walker) { Walker.value(Condition); });
  addLists(Own, Found);
  SourceText::Piece Piece = Text.tokens(Condition->getSourceRange());
  cleave_source_expression &Result = Nodes[Node].condition;
  Result.range = Piece.Range;
  if (!Piece.Exact)
    addFact(Found.Facts,
            {CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});
  storeList(Arena, Found.Uses, Result.uses, Result.use_count);
  storeList(Arena, Found.Facts, Result.facts, Result.fact_count);
}

void RegionReader::take(const Stmt *Statement, uint32_t Node, Lists &Own) {
  uint32_t Last = CLEAVE_NO_NODE;
  auto Evaluate = [&](const Expr *Expression) {
    addLists(Own, walk([&](CodeWalker &Walker) { Walker.value(Expression); }));
  };
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
    return construct(Directive, Node, Own);
  if (Statement->getBeginLoc().isMacroID()) {
    Lists Whole = walk([&](CodeWalker &Walker) { Walker.statement(Statement); });
    if (staysWhole(Statement, Whole)) {
      Nodes[Node].kind = CLEAVE_NODE_OPAQUE;
      return addLists(Own, Whole);
    }
  }
  if (auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
    Nodes[Node].kind = CLEAVE_NODE_COMPOUND;
    for (const Stmt *Child : Compound->body())
      child(Child, Node, Last);
    return;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
    Nodes[Node].kind = CLEAVE_NODE_DECLARATION;
    return declarations(Declaration, Node, Own);
  }
  if (auto *Expression = dyn_cast<Expr>(Statement)) {
    Nodes[Node].kind = CLEAVE_NODE_EXPRESSION;
    pointerCopy(Expression, Node);
    firstAssignment(Expression, Node);
    return Evaluate(Expression);
  }
  if (isa<NullStmt>(Statement) || isa<BreakStmt>(Statement) || isa<ContinueStmt>(Statement)) {
    Nodes[Node].kind = isa<NullStmt>(Statement)    ? CLEAVE_NODE_EMPTY
                       : isa<BreakStmt>(Statement) ? CLEAVE_NODE_BREAK
                                                   : CLEAVE_NODE_CONTINUE;
    return;
  }
  if (auto *For = dyn_cast<ForStmt>(Statement); For && !For->getConditionVariable())
    return forLoop(For, Node, Own);
  if (auto *While = dyn_cast<WhileStmt>(Statement); While && !While->getConditionVariable()) {
    Nodes[Node].kind = CLEAVE_NODE_WHILE;
    header(Node, {While->getWhileLoc(), While->getRParenLoc()}, Own);
    condition(Node, While->getCond(), Own);
    return child(While->getBody(), Node, Last);
  }
  if (auto *Do = dyn_cast<DoStmt>(Statement)) {
    Nodes[Node].kind = CLEAVE_NODE_DO;
    header(Node, {Do->getWhileLoc(), Do->getRParenLoc()}, Own);
    Nodes[Node].header.end = Nodes[Node].range.end; // with its `;`
    condition(Node, Do->getCond(), Own);
    return child(Do->getBody(), Node, Last);
  }
  if (auto *If = dyn_cast<IfStmt>(Statement); If && If->getStatementKind() == IfStatementKind::Ordinary &&
                                              !If->hasInitStorage() && !If->hasVarStorage()) {
    Nodes[Node].kind = CLEAVE_NODE_IF;
    header(Node, {If->getIfLoc(), If->getRParenLoc()}, Own);
    condition(Node, If->getCond(), Own);
    child(If->getThen(), Node, Last);
    if (If->getElse())
      child(If->getElse(), Node, Last);
    return;
  }
  Nodes[Node].kind = CLEAVE_NODE_OPAQUE;
  addLists(Own, walk([&](CodeWalker &Walker) { Walker.statement(Statement); }));
}

cleave_loop_accesses *
RegionReader::readAccesses(llvm::function_ref<cleave_loop_accesses *(AccessReader &)> Read) {
  auto Index = [&](const VarDecl *Variable) {
    auto Found = Indices.find(Variable->getCanonicalDecl());
    return Found == Indices.end() ? CLEAVE_NO_VARIABLE : Found->second;
  };
  auto KeepsValue = [&](const VarDecl *Variable) {
    if (Enclosing && !WrittenInFunction)
      WrittenInFunction = writtenIn(Enclosing->getBody(), Context);
    return Enclosing && Variable->isLocalVarDeclOrParm() && Variable->hasLocalStorage() &&
           !WrittenInFunction->count(Variable);
  };
  AccessReader Reader(Context, Arena, Text, Index, KeepsValue);
  return Read(Reader);
}

void RegionReader::forLoop(const ForStmt *Statement, uint32_t Node, Lists &Own) {
  uint32_t Last = CLEAVE_NO_NODE;
  Nodes[Node].kind = CLEAVE_NODE_FOR;
  header(Node, {Statement->getForLoc(), Statement->getRParenLoc()}, Own);
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Statement->getInit()))
    declarations(Declaration, Node, Own);
  else if (Statement->getInit()) {
    firstAssignment(Statement->getInit(), Node);
    addLists(Own, walk([&](CodeWalker &Walker) { Walker.statement(Statement->getInit()); }));
  }
  addLists(Own, walk([&](CodeWalker &Walker) { Walker.value(Statement->getInc()); }));
  storeList(Arena, Own.Uses, Nodes[Node].rest.uses, Nodes[Node].rest.use_count);
  storeList(Arena, Own.Facts, Nodes[Node].rest.facts, Nodes[Node].rest.fact_count);
  condition(Node, Statement->getCond(), Own);
  child(Statement->getBody(), Node, Last);
  if (hasDirective(Statement->getBody(), [](auto *) { return true; }))
    Nodes[Node].accesses = readAccesses([&](AccessReader &Reader) { return Reader.readCounter(Statement); });
}

// ---- Directives -----------------------------------------------------------------------------------

static bool isLoopNode(const OMPExecutableDirective *Directive) {
  switch (Directive->getDirectiveKind()) {
  case OMPD_parallel_for:
  case OMPD_parallel_for_simd:
  case OMPD_distribute_parallel_for:
  case OMPD_distribute_parallel_for_simd:
  case OMPD_for:
  case OMPD_for_simd:
    return Directive->getMappedDirective() == OMPD_unknown; // not made of a `loop` by Clang
  default:
    return false;
  }
}

void RegionReader::construct(const OMPExecutableDirective *Directive, uint32_t Node, Lists &Own) {
  const OpenMPDirectiveKind Kind = Directive->getDirectiveKind();
  if (isLoopNode(Directive)) {
    readClauses(Directive, Nodes[Node].clauses, Nodes[Node].clause_count);
    Nodes[Node].hints = Asked.before(Directive);
    return loop(Directive, Node, Own);
  }
  if (Kind != OMPD_parallel && Kind != OMPD_teams) {
    Nodes[Node].kind = CLEAVE_NODE_OPAQUE;
    Nodes[Node].construct = constructOf(Kind);
    addLists(Own, walk([&](CodeWalker &Walker) { Walker.statement(Directive); }));
    return;
  }
  Nodes[Node].kind = Kind == OMPD_parallel ? CLEAVE_NODE_PARALLEL : CLEAVE_NODE_TEAMS;
  Nodes[Node].construct = constructOf(Kind);
  Nodes[Node].directive = Text.directive(Directive).value_or(cleave_range{0, 0});
  readClauses(Directive, Nodes[Node].clauses, Nodes[Node].clause_count);
  Nodes[Node].body = Text.statement(withoutWrapper(Directive->getRawStmt())).Range;
  addLists(Own, walk([&](CodeWalker &Walker) { Walker.clauseArguments(Directive); }));
  uint32_t Last = CLEAVE_NO_NODE;
  child(Directive->getRawStmt(), Node, Last);
}

static void hideDeclared(CodeWalker &Walker, const Stmt *Loop) {
  auto *For = dyn_cast<ForStmt>(Loop);
  if (auto *Declaration = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr)
    for (const Decl *Declared : Declaration->decls())
      if (auto *Variable = dyn_cast<VarDecl>(Declared))
        Walker.hide(Variable);
}

// The value that the iteration variable of an associated loop begins with.
static const Expr *firstValue(const ForStmt *Loop) {
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
    if (auto *Variable = dyn_cast<VarDecl>(*Declaration->decl_begin()))
      return Variable->getInit();
  if (auto *Assignment = dyn_cast_or_null<BinaryOperator>(Loop->getInit()))
    return Assignment->getRHS();
  return dyn_cast_or_null<Expr>(Loop->getInit());
}

void RegionReader::loop(const OMPExecutableDirective *Directive, uint32_t Node, Lists &Own) {
  const Stmt *Body = withoutWrapper(Directive->getRawStmt());
  Nodes[Node].kind = CLEAVE_NODE_LOOP;
  Nodes[Node].construct = constructOf(Directive->getDirectiveKind());
  Nodes[Node].directive = Text.directive(Directive).value_or(cleave_range{0, 0});
  SourceText::Piece Piece = Text.statement(Body);
  Nodes[Node].body = Piece.Range;
  if (!Piece.Exact)
    addFact(Own.Facts,
            {CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});

  Nodes[Node].has_member_of_no_variable = hasMemberOfNoVariable(Body);

  const AssociatedLoops Associated = associatedLoops(Directive);
  addLists(Own, walk([&](CodeWalker &Walker) {
             Walker.clauseArguments(Directive);
             for (const VarDecl *Counter : Associated.Counters)
               Walker.hide(Counter);
             Walker.statement(Body);
           }));

  Lists Bounds = walk([&](CodeWalker &Walker) {
    for (const VarDecl *Counter : Associated.Counters)
      Walker.hide(Counter);
    for (const Stmt *Nested : Associated.Loops) {
      hideDeclared(Walker, Nested);
      if (auto *For = dyn_cast<ForStmt>(Nested)) {
        Walker.value(firstValue(For));
        Walker.value(For->getCond());
        Walker.value(For->getInc());
        Nodes[Node].bounds_may_trap |= mayTrap(firstValue(For), Context) ||
                                       mayTrap(For->getCond(), Context) || mayTrap(For->getInc(), Context) ||
                                       mayStepTrap(For->getInc(), Context);
      } else if (auto *Range = dyn_cast<CXXForRangeStmt>(Nested)) {
        Walker.statement(Range->getRangeStmt());
      }
    }
  });
  storeList(Arena, Bounds.Uses, Nodes[Node].bounds, Nodes[Node].bound_count);
  for (const cleave_fact &Fact : Bounds.Facts)
    if (Fact.kind == CLEAVE_FACT_CALL || Fact.kind == CLEAVE_FACT_CALL_VISIBLE)
      Nodes[Node].bound_call = Fact.name ? Fact.name : "";

  std::vector<uint32_t> Counters;
  for (const VarDecl *Counter : Associated.Counters)
    Counters.push_back(variable(Counter));
  storeList(Arena, Counters, Nodes[Node].counters, Nodes[Node].counter_count);

  Nodes[Node].accesses = readAccesses([&](AccessReader &Reader) { return Reader.read(Directive, Target); });
}

// ---- The region -----------------------------------------------------------------------------------

uint32_t RegionReader::readFlags(const OMPExecutableDirective *Target, const RegionPlace &Where) const {
  uint32_t Flags = 0;
  if (!Header.empty())
    Flags |= CLEAVE_REGION_SHARED;
  if (!Text.isInFile(Target->getBeginLoc()))
    Flags |= CLEAVE_REGION_IN_HEADER;
  else if (hasDirective(Target, [&](auto *Directive) { return Text.isChosen(Directive); }))
    Flags |= CLEAVE_REGION_IN_METADIRECTIVE;
  else if (hasDirective(Target, [&](auto *Directive) { return !Text.directive(Directive); }))
    Flags |= CLEAVE_REGION_IN_MACRO;
  if (hasDirective(Target, [&](auto *Directive) { return Text.isOperator(Directive); }))
    Flags |= CLEAVE_REGION_HAS_OPERATOR;
  if (Where.Lambda)
    Flags |= CLEAVE_REGION_IN_LAMBDA;
  if (Where.Lambda && Where.Lambda->isTemplated())
    Flags |= CLEAVE_REGION_IN_TEMPLATE;
  if (!Where.Function)
    return Flags;
  if (Where.Function->isDependentContext())
    Flags |= CLEAVE_REGION_IN_TEMPLATE;
  if (auto *Method = dyn_cast<CXXMethodDecl>(Where.Function); Method && Method->isInstance())
    Flags |= CLEAVE_REGION_IN_MEMBER;
  if (OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Where.Function))
    Flags |= CLEAVE_REGION_IN_TARGET_FUNCTION;
  return Flags;
}

// Whether a directive of STATEMENT, itself included, is wanted.
bool RegionReader::hasDirective(const Stmt *Statement, DirectiveTest IsWanted) {
  if (!Statement)
    return false;
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
    return IsWanted(Directive) ||
           (Directive->hasAssociatedStmt() && hasDirective(Directive->getRawStmt(), IsWanted));
  return llvm::any_of(Statement->children(),
                      [&](const Stmt *Child) { return hasDirective(Child, IsWanted); });
}

cleave_region RegionReader::read(const OMPExecutableDirective *Target, const RegionPlace &Where) {
  const SourceManager &SM = Context.getSourceManager();
  cleave_region Region = {};
  std::string Name = Where.Function ? Where.Function->getQualifiedNameAsString() : "a global initializer";
  Region.function = cleave_arena_copy(Arena, Name.data(), Name.size());
  // A line marker of preprocessed text counts like the inclusion it stands for.
  PresumedLoc Place = presumedPlace(SM, Target->getBeginLoc());
  if (Place.getIncludeLoc().isValid())
    Header = Place.getFilename();
  Region.flags = readFlags(Target, Where);
  Region.construct = constructOf(Target->getDirectiveKind());
  Region.line = Place.getLine();
  Region.offset = Text.offset(Target->getBeginLoc());
  Region.directive = Text.directive(Target).value_or(cleave_range{Region.offset, Region.offset});
  Region.directive_words = Text.words(Region.directive);
  Region.hints = Asked.before(Target);

  // In a template nothing has a meaning yet, and in a header nothing can be edited.
  if (Region.flags & (CLEAVE_REGION_IN_TEMPLATE | CLEAVE_REGION_IN_HEADER)) {
    cleave_node Whole = {};
    Whole.kind = CLEAVE_NODE_OPAQUE;
    Whole.parent = Whole.first_child = Whole.next = CLEAVE_NO_NODE;
    Whole.range = Text.statement(Target).Range;
    Nodes.push_back(Whole);
    storeList(Arena, Nodes, Region.nodes, Region.node_count);
    return Region;
  }

  this->Target = Target;
  Sharing = readSharing(Target, Context);
  Globals = readGlobalNames(Target);
  if (Where.Function && Where.Function->getBody())
    AddressTaken = addressesTaken(Where.Function, Context);
  if (Where.Function && Where.Function->getBody() && !Where.Lambda)
    Enclosing = Where.Function;
  Lambda = Where.Lambda;
  Method = dyn_cast_or_null<CXXMethodDecl>(Where.Function);
  Function = Where.Function;
  readMaps(Target, Region);
  readClauses(Target, Region.clauses, Region.clause_count);
  if (isa<OMPLoopBasedDirective>(Target)) {
    Nodes.push_back({});
    Nodes[0].parent = Nodes[0].first_child = Nodes[0].next = CLEAVE_NO_NODE;
    Nodes[0].range = Text.statement(Target).Range;
    Nodes[0].clauses = Region.clauses;
    Nodes[0].clause_count = Region.clause_count;
    Lists Own;
    loop(Target, 0, Own);
    storeList(Arena, Own.Uses, Nodes[0].uses, Nodes[0].use_count);
    storeList(Arena, Own.Facts, Nodes[0].facts, Nodes[0].fact_count);
  } else {
    statement(Target->getRawStmt(), CLEAVE_NO_NODE);
  }
  storeList(Arena, Variables, Region.variables, Region.variable_count);
  storeList(Arena, Nodes, Region.nodes, Region.node_count);
  return Region;
}
