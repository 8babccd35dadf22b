// FILE: passes/frontend/reader_scope.cpp
// WHAT: see reader_scope.h.
#include "reader_scope.h"

using namespace clang;
using namespace cleave;

// ---- Lists of uses and facts ---------------------------------------------------------------------

static constexpr unsigned AnyWrite = CLEAVE_USE_WRITE | CLEAVE_USE_ELEMENT_WRITE;

// The offset of a variable's use is that of its first write, or else of its first use.
static int weight(unsigned Flags) {
  return Flags & CLEAVE_USE_WRITE ? 2 : Flags & CLEAVE_USE_ELEMENT_WRITE ? 1 : 0;
}

void UseLists::add(const cleave_use &New) {
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

void UseLists::add(const cleave_fact &New) {
  for (const cleave_fact &Known : Facts)
    if (Known.kind == New.kind && Known.in_callee == New.in_callee &&
        StringRef(Known.name ? Known.name : "") == StringRef(New.name ? New.name : ""))
      return;
  Facts.push_back(New);
}

void UseLists::add(const UseLists &Other) {
  for (const cleave_use &Use : Other.Uses)
    add(Use);
  for (const cleave_fact &Fact : Other.Facts)
    add(Fact);
}

void UseLists::addBoundary(const SourceText::Piece &Piece) {
  if (!Piece.Exact)
    add(cleave_fact{CLEAVE_FACT_MACRO_BOUNDARY, false, Piece.Range.begin, nullptr, CLEAVE_CALLEE_UNKNOWN});
}

class RegionScope::ListSink : public CodeSink {
public:
  explicit ListSink(RegionScope &Scope) : Scope(Scope) {}

  void use(const VarDecl *Variable, unsigned Flags, SourceLocation At) override {
    Result.add(cleave_use{Scope.variable(Variable), Flags, Scope.Text.offset(At)});
  }

  void useThis(unsigned Flags, SourceLocation At) override {
    Result.add(cleave_use{Scope.thisVariable(), Flags, Scope.Text.offset(At)});
  }

  void fact(cleave_fact_kind Kind, SourceLocation At, StringRef Name) override { add(Kind, At, Name, false); }

  void unnamedObject() override { Scope.HasUnnamedObject = true; }

  void call(const FunctionDecl *Callee, SourceLocation At) override {
    Scope.Functions.report(Callee, Scope.Header, [&](const Callees::Fact &Found, bool InCallee) {
      add(Found.Kind, At, Found.Name, InCallee, Found.NoOpenMP, Found.IsConstant);
    });
  }

  UseLists Result;

private:
  void add(cleave_fact_kind Kind, SourceLocation At, StringRef Name, bool InCallee, bool NoOpenMP = false,
           bool IsConstant = false) {
    const char *Copy = Name.empty() ? nullptr : cleave_arena_copy(Scope.Arena, Name.data(), Name.size());
    cleave_callee Callee = Kind == CLEAVE_FACT_CALL ? cleave_callee_of(Copy) : CLEAVE_CALLEE_UNKNOWN;
    if (IsConstant && Callee == CLEAVE_CALLEE_UNKNOWN)
      Callee = CLEAVE_CALLEE_MATHEMATICAL;
    if (NoOpenMP && Callee == CLEAVE_CALLEE_UNKNOWN)
      Callee = CLEAVE_CALLEE_NO_OPENMP;
    Result.add(cleave_fact{Kind, InCallee, Scope.Text.offset(At), Copy, Callee});
  }

  RegionScope &Scope;
};

UseLists RegionScope::walk(llvm::function_ref<void(CodeWalker &)> Walk) {
  ListSink Sink(*this);
  CodeWalker Walker(Context, Sink);
  Walk(Walker);
  return std::move(Sink.Result);
}

// ---- Variables of the region ----------------------------------------------------------------------

uint32_t RegionScope::variable(const VarDecl *Variable) {
  Variable = Variable->getCanonicalDecl();
  auto [Known, New] = Indices.try_emplace(Variable, Variables.size());
  if (!New)
    return Known->second;
  cleave_variable Described = describeVariable(Variable, Context, Text, Arena);
  if (auto Found = Sharing.find(Variable); Found != Sharing.end())
    Described.sharing = Found->second;
  // The device reaches it through a pointer to what a clause maps.
  if (isLinked(Variable) &&
      (Described.sharing != CLEAVE_SHARING_MAPPED || Variable->getType()->isPointerType()))
    Described.sharing = CLEAVE_SHARING_OTHER;
  // Clauses and calls before the region name it.
  if (Globals.Redeclared.count(Variable))
    Described.sharing = CLEAVE_SHARING_OTHER;
  else if (Globals.Qualified.count(Variable) ||
           (Globals.HasUsing && Variable->isDefinedOutsideFunctionOrMethod()))
    Described.name = qualifiedName(Variable, Context, Arena);
  Described.address_taken |= AddressTaken.count(Variable) != 0;
  Described.has_default_mapper = isMapped(Variable->getType(), Mapped, Context);
  // What other files hold may not count in a header: see reader_calls.cpp.
  Described.may_be_partly_present =
      Described.sharing == CLEAVE_SHARING_IMPLICIT_MAP && !Described.is_reference &&
      (Described.type_class == CLEAVE_TYPE_ARRAY || Described.type_class == CLEAVE_TYPE_VLA ||
       Described.type_class == CLEAVE_TYPE_RECORD) &&
      (Header.empty() ? Presence.isPossible(Variable, Place.Function) : Described.address_taken);
  if (Place.Lambda)
    describeInLambda(Variable, Described);
  Described.has_host_value = hasHostValue(Variable);
  const uint32_t Index = Variables.size();
  Variables.push_back(Described);
  Variables[Index].is_closure = isClosure(Variable);
  return Index;
}

// A map clause copies the value only if the variable is not present (OpenMP 5.1, 2.21.7.1).
bool RegionScope::hasHostValue(const VarDecl *Variable) const {
  Variable = Variable->getCanonicalDecl();
  const bool Copied = llvm::any_of(Target->getClausesOfKind<OMPMapClause>(), [&](const OMPMapClause *Map) {
    return !Map->isImplicit() && (Map->getMapType() == OMPC_MAP_to || Map->getMapType() == OMPC_MAP_tofrom) &&
           llvm::any_of(listItems(Map), [&](const Expr *Item) { return namedVariable(Item) == Variable; });
  });
  return Copied && !Place.Lambda && Variable->isLocalVarDeclOrParm() && Variable->hasLocalStorage() &&
         Variable->getType()->isArithmeticType() && !Variable->getType().isVolatileQualified() &&
         !AddressTaken.count(Variable) && !Presence.mayBePresent(Variable, Place.Function);
}

// A pointer or number of which the region has a copy in any case can be copied before it as well. The target construct in
// a lambda finds the objects of captures; clang 19 does not find them in a target data construct there.
void RegionScope::describeInLambda(const VarDecl *Variable, cleave_variable &Described) const {
  const CXXMethodDecl *Lambda = Place.Lambda;
  // The function around the lambda may give away addresses of variables of the lambda.
  Described.address_taken = true;
  Described.may_be_partly_present |=
      Described.sharing == CLEAVE_SHARING_IMPLICIT_MAP && Lambda->getDeclContext() && !Described.is_reference;
  if (!Variable->isLocalVarDeclOrParm() || Variable->isStaticLocal())
    return;
  const bool Captured = llvm::any_of(Lambda->getParent()->captures(), [&](const LambdaCapture &Capture) {
    return Capture.capturesVariable() && Capture.getCapturedVar()->getCanonicalDecl() == Variable;
  });
  Described.is_lambda_capture = Captured;
  Described.is_structured_binding_or_capture |=
      !Captured && !Lambda->Encloses(Variable->getDeclContext()) && Lambda != Variable->getDeclContext();
  const bool Number =
      Described.type_class == CLEAVE_TYPE_INTEGER || Described.type_class == CLEAVE_TYPE_FLOATING;
  if (!Captured || Described.type_class == CLEAVE_TYPE_POINTER ||
      Described.sharing == CLEAVE_SHARING_PRIVATE || Described.sharing == CLEAVE_SHARING_FIRSTPRIVATE)
    return;
  Described.by_reference =
      Number || Described.type_class == CLEAVE_TYPE_ARRAY || Described.type_class == CLEAVE_TYPE_RECORD;
  Described.is_reference = Described.by_reference;
  Described.may_be_partly_present &= !Described.by_reference;
}

bool RegionScope::isClosure(const VarDecl *Variable) {
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
    cleave_variable &Referent = Variables[variable(Captured)];
    Referent.is_captured = true;
    if (Referent.may_be_partly_present)
      return false;
  }
  return true;
}

uint32_t RegionScope::thisVariable() {
  if (This == CLEAVE_NO_VARIABLE) {
    This = Variables.size();
    auto *Method = dyn_cast_or_null<CXXMethodDecl>(Place.Function);
    Variables.push_back(describeThis(Method));
    Variables[This].has_default_mapper =
        Method && isMapped(Method->getFunctionObjectParameterType(), Mapped, Context);
  }
  return This;
}

uint32_t RegionScope::indexOf(const VarDecl *Variable) const {
  auto Found = Indices.find(Variable->getCanonicalDecl());
  return Found == Indices.end() ? CLEAVE_NO_VARIABLE : Found->second;
}

void RegionScope::enter(const OMPExecutableDirective *Target, const RegionPlace &Where) {
  Place = Where;
  this->Target = Target;
  Sharing = readSharing(Target, Context);
  Globals = readGlobalNames(Target);
  if (Place.Function && Place.Function->getBody())
    AddressTaken = addressesTaken(Place.Function, Context);
}
