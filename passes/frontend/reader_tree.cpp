// FILE: passes/frontend/reader_tree.cpp
// WHAT: see reader_tree.h.
#include "reader_tree.h"
#include "reader_body.h"
#include "reader_clauses.h"
#include "reader_combined.h"
#include "reader_constructs.h"
#include "reader_declarations.h"
#include "reader_headers.h"
#include "reader_pointers.h"

using namespace clang;
using namespace cleave;
using namespace llvm::omp;

// Whether a statement of several parts that begins with a macro can stay in one piece: its parts may
// have no text of their own, as in `BUMP(x);` that is a do loop inside, but the whole has.
bool RegionReader::staysWhole(const Stmt *Statement, const UseLists &Found) const {
  if (!isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt>(Statement) || !Text.statement(Statement).Exact)
    return false;
  for (const cleave_fact &Fact : Found.Facts) // jumps refer to enclosing statements; loops may be split off
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
  UseLists Own;
  Own.addBoundary(Piece);
  take(Statement, Node, Own);
  Own.store(Arena, Nodes[Node]);
  return Node;
}

void RegionReader::child(const Stmt *Statement, uint32_t Parent, uint32_t &Last) {
  uint32_t Child = statement(Statement, Parent);
  (Last == CLEAVE_NO_NODE ? Nodes[Parent].first_child : Nodes[Last].next) = Child;
  Last = Child;
}

void RegionReader::header(uint32_t Node, SourceRange Tokens, UseLists &Own) {
  SourceText::Piece Piece = Text.tokens(Tokens);
  Nodes[Node].header = Piece.Range;
  Own.addBoundary(Piece);
}

void RegionReader::condition(uint32_t Node, const Expr *Condition, UseLists &Own) {
  if (!Condition)
    return;
  UseLists Found = Scope.walk([&](CodeWalker &Walker) { Walker.value(Condition); });
  Own.add(Found);
  SourceText::Piece Piece = Text.tokens(Condition->getSourceRange());
  cleave_source_expression &Result = Nodes[Node].condition;
  Result.range = Piece.Range;
  Found.addBoundary(Piece);
  Found.store(Arena, Result);
}

void RegionReader::take(const Stmt *Statement, uint32_t Node, UseLists &Own) {
  uint32_t Last = CLEAVE_NO_NODE;
  auto Evaluate = [&](const Expr *Expression) {
    Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.value(Expression); }));
  };
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Statement))
    return construct(Directive, Node, Own);
  if (Statement->getBeginLoc().isMacroID()) {
    UseLists Whole = Scope.walk([&](CodeWalker &Walker) { Walker.statement(Statement); });
    if (staysWhole(Statement, Whole)) {
      Nodes[Node].kind = CLEAVE_NODE_OPAQUE;
      return Own.add(Whole);
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
    return readDeclarations(Scope, Declaration, Nodes[Node], Node, Own);
  }
  if (auto *Expression = dyn_cast<Expr>(Statement)) {
    Nodes[Node].kind = CLEAVE_NODE_EXPRESSION;
    readPointerValues(Scope, Expression, Nodes[Node]);
    readFirstAssignment(Scope, Expression, Nodes[Node]);
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
  Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.statement(Statement); }));
}

cleave_body *RegionReader::readBody(llvm::function_ref<cleave_body *(BodyReader &)> Read) {
  auto Index = [&](const VarDecl *Variable) {
    return Variable ? Scope.indexOf(Variable) : Scope.thisVariable();
  };
  auto KeepsValue = [&](const VarDecl *Variable) {
    if (Enclosing && !WrittenInFunction)
      WrittenInFunction = writtenIn(Enclosing->getBody(), Context);
    return Enclosing && Variable->isLocalVarDeclOrParm() && Variable->hasLocalStorage() &&
           !WrittenInFunction->count(Variable);
  };
  if (!AssignedFields)
    AssignedFields = assignedFields(Target);
  BodyReader Reader(Context, Arena, Text, Index, KeepsValue, *AssignedFields, Scope.Header);
  if (!Members)
    Members = static_cast<cleave_body_members *>(cleave_arena_allocate(Arena, sizeof(cleave_body_members)));
  Reader.setMembers(Members, TypesMayAlias);
  return Read(Reader);
}

void RegionReader::forLoop(const ForStmt *Statement, uint32_t Node, UseLists &Own) {
  uint32_t Last = CLEAVE_NO_NODE;
  Nodes[Node].kind = CLEAVE_NODE_FOR;
  header(Node, {Statement->getForLoc(), Statement->getRParenLoc()}, Own);
  if (auto *Declaration = dyn_cast_or_null<DeclStmt>(Statement->getInit()))
    readDeclarations(Scope, Declaration, Nodes[Node], Node, Own);
  else if (Statement->getInit()) {
    readFirstAssignment(Scope, Statement->getInit(), Nodes[Node]);
    Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.statement(Statement->getInit()); }));
  }
  Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.value(Statement->getInc()); }));
  Own.store(Arena, Nodes[Node].rest);
  condition(Node, Statement->getCond(), Own);
  const bool Around = hasDirective(Statement->getBody(), [](auto *) { return true; }),
             Inside = InsideSerialLoop;
  InsideSerialLoop |= !Around;
  child(Statement->getBody(), Node, Last);
  InsideSerialLoop = Inside;
  if (Around)
    Nodes[Node].code = readBody([&](BodyReader &Reader) { return Reader.readHeader(Statement); });
  else if (!Inside)
    Nodes[Node].code = readBody([&](BodyReader &Reader) { return Reader.readSerial(Statement, Target); });
}

// ---- Directives -----------------------------------------------------------------------------------

void RegionReader::construct(const OMPExecutableDirective *Directive, uint32_t Node, UseLists &Own) {
  const OpenMPDirectiveKind Kind = Directive->getDirectiveKind();
  if (isLoopNode(Directive)) {
    readClauses(Scope, Directive, Nodes[Node].clauses, Nodes[Node].clause_count);
    Nodes[Node].hints = Asked.before(Directive);
    return loop(Directive, Node, Own);
  }
  if (Kind != OMPD_parallel && Kind != OMPD_teams) {
    Nodes[Node].kind = CLEAVE_NODE_OPAQUE;
    Nodes[Node].construct = constructOf(Kind) | teamConstructOf(Directive);
    if (Nodes[Node].construct & CLEAVE_CONSTRUCT_NEEDLESS)
      Nodes[Node].directive = Text.directive(Directive).value_or(cleave_range{0, 0});
    Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.statement(Directive); }));
    if (Nodes[Node].construct & CLEAVE_CONSTRUCT_ONCE)
      Nodes[Node].code =
          readBody([&](BodyReader &Reader) { return Reader.readSerial(Directive->getRawStmt(), Target); });
    return;
  }
  Nodes[Node].kind = Kind == OMPD_parallel ? CLEAVE_NODE_PARALLEL : CLEAVE_NODE_TEAMS;
  Nodes[Node].construct = constructOf(Kind);
  Nodes[Node].directive = Text.directive(Directive).value_or(cleave_range{0, 0});
  readClauses(Scope, Directive, Nodes[Node].clauses, Nodes[Node].clause_count);
  Nodes[Node].body = Text.statement(withoutWrapper(Directive->getRawStmt())).Range;
  Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.clauseArguments(Directive); }));
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

void RegionReader::readHeaderValues(const AssociatedLoops &Associated, uint32_t Node) {
  std::vector<const VarDecl *> Counters;
  for (const Stmt *Nested : Associated.Loops)
    if (auto *For = dyn_cast<ForStmt>(Nested))
      if (const VarDecl *Counter = iterationVariable(For))
        Counters.push_back(Counter);
  std::vector<cleave_header_value> Values;
  if (!AssignedFields)
    AssignedFields = assignedFields(Target);
  auto Add = [&](const Expr *Value, std::string Type) {
    cleave_header_value Result = {};
    Result.reads_kept_members = readsKeptMembers(Value, *AssignedFields);
    UseLists Found = Scope.walk([&](CodeWalker &Walker) {
      for (const VarDecl *Counter : Associated.Counters)
        Walker.hide(Counter);
      for (const Stmt *Nested : Associated.Loops)
        hideDeclared(Walker, Nested);
      Walker.value(Value);
    });
    SourceText::Piece Piece = Text.tokens(Value->getSourceRange());
    if (Piece.Exact)
      Result.source.range = Piece.Range;
    Found.store(Arena, Result.source);
    if (Piece.Exact && !Type.empty())
      Result.type = cleave_arena_copy(Arena, Type.data(), Type.size());
    Values.push_back(Result);
  };
  for (const Stmt *Nested : Associated.Loops) {
    if (auto *For = dyn_cast<ForStmt>(Nested)) {
      for (const Expr *Value : headerValues(For, Counters, Context)) {
        Value = sourceExpression(Value)->IgnoreImpCasts();
        Add(Value, typeToHold(Value, Counters, Context));
      }
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(Nested)) {
      Add(Range->getRangeInit(), "");
    }
  }
  storeList(Arena, Values, Nodes[Node].header_values, Nodes[Node].header_value_count);
}

void RegionReader::loop(const OMPExecutableDirective *Directive, uint32_t Node, UseLists &Own) {
  const Stmt *Body = withoutWrapper(Directive->getRawStmt());
  Nodes[Node].kind = CLEAVE_NODE_LOOP;
  Nodes[Node].construct = constructOf(Directive);
  Nodes[Node].directive = Text.directive(Directive).value_or(cleave_range{0, 0});
  SourceText::Piece Piece = Text.statement(Body);
  Nodes[Node].body = Piece.Range;
  Own.addBoundary(Piece);

  Nodes[Node].has_member_of_no_variable = hasMemberOfNoVariable(Body);

  const AssociatedLoops Associated = associatedLoops(Directive);
  Own.add(Scope.walk([&](CodeWalker &Walker) {
    Walker.clauseArguments(Directive);
    for (const VarDecl *Counter : Associated.Counters)
      Walker.hide(Counter);
    Walker.statement(Body);
  }));

  if (!Associated.Loops.empty()) {
    auto *Innermost = dyn_cast<ForStmt>(Associated.Loops.back());
    Nodes[Node].depth = Associated.Loops.size();
    Nodes[Node].has_inner_loop = containsLoop(
        Innermost ? Innermost->getBody() : cast<CXXForRangeStmt>(Associated.Loops.back())->getBody());
    if (Innermost)
      if (SourceText::Piece Iteration = Text.statement(Innermost->getBody()); Iteration.Exact)
        Nodes[Node].iteration = Iteration.Range;
  }
  Expr::EvalResult Count;
  if (auto *Counted = dyn_cast<OMPLoopDirective>(Directive);
      Counted && Counted->getNumIterations() && !Counted->getNumIterations()->isValueDependent() &&
      Counted->getNumIterations()->EvaluateAsInt(Count, Context))
    Nodes[Node].trip_count = Count.Val.getInt().getLimitedValue();

  UseLists Bounds = Scope.walk([&](CodeWalker &Walker) {
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

  readHeaderValues(Associated, Node);

  std::vector<uint32_t> Counters;
  for (const VarDecl *Counter : Associated.Counters)
    Counters.push_back(Scope.variable(Counter));
  storeList(Arena, Counters, Nodes[Node].counters, Nodes[Node].counter_count);

  Nodes[Node].code = readBody([&](BodyReader &Reader) { return Reader.readDirective(Directive, Target); });
}

// ---- The region -----------------------------------------------------------------------------------

uint32_t RegionReader::readFlags(const OMPExecutableDirective *Target, const RegionPlace &Where) const {
  uint32_t Flags = 0;
  if (!Scope.Header.empty())
    Flags |= CLEAVE_REGION_SHARED;
  if (!Text.isInFile(Target->getBeginLoc()))
    Flags |= CLEAVE_REGION_IN_HEADER;
  else if (hasDirective(Target, [&](auto *Directive) {
             return Text.isChosen(Directive) && !Text.directive(Directive);
           }))
    Flags |= CLEAVE_REGION_IN_METADIRECTIVE;
  else if (hasDirective(Target, [&](auto *Directive) { return !Text.directive(Directive); }))
    Flags |= CLEAVE_REGION_IN_MACRO;
  if (hasDirective(Target, [&](auto *Directive) { return Text.isOperator(Directive); }))
    Flags |= CLEAVE_REGION_HAS_OPERATOR;
  for (const NamedDecl *Declared :
       Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("omp_pteam_mem_alloc")))
    if (!Context.getSourceManager().isBeforeInTranslationUnit(Declared->getLocation(), Target->getBeginLoc()))
      Flags |= CLEAVE_REGION_BEFORE_ALLOCATORS;
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

cleave_region RegionReader::read(const OMPExecutableDirective *Target, const RegionPlace &Where) {
  const SourceManager &SM = Context.getSourceManager();
  cleave_region Region = {};
  std::string Name = Where.Function ? Where.Function->getQualifiedNameAsString() : "a global initializer";
  Region.function = cleave_arena_copy(Arena, Name.data(), Name.size());
  // A line marker of preprocessed text counts like the inclusion that it denotes.
  PresumedLoc Place = presumedPlace(SM, Target->getBeginLoc());
  if (Place.getIncludeLoc().isValid())
    Scope.Header = Place.getFilename();
  Region.flags = readFlags(Target, Where);
  Region.construct = constructOf(Target);
  Region.line = Place.getLine();
  Region.offset = Text.offset(Target->getBeginLoc());
  Region.directive = Text.directive(Target).value_or(cleave_range{Region.offset, Region.offset});
  Region.directive_words = Text.words(Target, Region.directive);
  if (Text.isChosen(Target))
    Region.offset = Region.directive.begin;
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
  Scope.enter(Target, Where);
  if (Where.Function && Where.Function->getBody() && !Where.Lambda)
    Enclosing = Where.Function;
  readMaps(Scope, Target, Region);
  readClauses(Scope, Target, Region.clauses, Region.clause_count);
  const OMPExecutableDirective *Loop = Target;
  auto HasHostValue = [&](const VarDecl *Variable) { return Scope.hasHostValue(Variable); };
  if (const OMPExecutableDirective *Nested = combinedWith(Target, Text, Context, HasHostValue)) {
    Loop = Nested;
    Region.construct |= constructOf(Nested);
    Region.directive.end = Text.directive(Nested)->end;
    cleave_clause *Clauses;
    size_t Count;
    readClauses(Scope, Nested, Clauses, Count);
    std::vector<cleave_clause> All(Region.clauses, Region.clauses + Region.clause_count);
    All.insert(All.end(), Clauses, Clauses + Count);
    storeList(Arena, All, Region.clauses, Region.clause_count);
  }
  if (isa<OMPLoopBasedDirective>(Loop) && !holdsParallelLoops(Loop, OMPD_target_teams_distribute) &&
      !holdsParallelLoops(Loop, OMPD_teams_distribute)) {
    Nodes.push_back({});
    Nodes[0].parent = Nodes[0].first_child = Nodes[0].next = CLEAVE_NO_NODE;
    Nodes[0].range = Text.statement(Target).Range;
    Nodes[0].clauses = Region.clauses;
    Nodes[0].clause_count = Region.clause_count;
    UseLists Own;
    loop(Loop, 0, Own);
    Nodes[0].construct = Region.construct;
    Nodes[0].directive = Region.directive;
    Own.store(Arena, Nodes[0]);
  } else {
    statement(Loop->getRawStmt(), CLEAVE_NO_NODE);
    if (auto *Based = dyn_cast<OMPLoopBasedDirective>(Loop))
      Nodes[0].depth = Based->getLoopsNumber();
  }
  storeList(Arena, Scope.Variables, Region.variables, Region.variable_count);
  if (Scope.HasUnnamedObject)
    Region.flags |= CLEAVE_REGION_HAS_UNNAMED_OBJECT;
  storeList(Arena, Nodes, Region.nodes, Region.node_count);
  Region.members = Members;
  return Region;
}
