// FILE: passes/frontend/reader_calls.cpp
// WHAT: facts and uses of the functions that a region calls, if their bodies are visible.
//
// Each body is read once; its facts and calls are stored. A query then visits each reachable function once,
// so recursion needs no special case.
#include "reader_calls.h"
#include "reader_code.h"
#include "reader_effects.h"
#include "reader_source.h"

#include "clang/Sema/Sema.h"

using namespace clang;
using namespace cleave;

// ---- Definitions ------------------------------------------------------------------------------------------

static Sema *Instantiator = nullptr;

void cleave::setInstantiator(Sema *Parser) { Instantiator = Parser; }

// Makes the body of FUNCTION if it is an instance of a template that nothing has needed so far.
static void instantiate(const FunctionDecl *Function) {
  if (!Instantiator || Function->isDefined() || !Function->isImplicitlyInstantiable() ||
      Function->isDependentContext())
    return;
  const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern();
  if (!Pattern || !Pattern->isDefined() || Pattern->hasSkippedBody())
    return;
  auto *Instance = const_cast<FunctionDecl *>(Function);
  Instantiator->InstantiateFunctionDefinition(Function->getLocation(), Instance, /*Recursive=*/true,
                                              /*DefinitionRequired=*/false, /*AtEndOfTU=*/true);
}

// Whether FUNCTION is one of C++'s library with the same body for host and device. Clang replaces functions of <cmath> and <complex> on
// devices: those that compute with numbers, and those with a name for complex numbers. Operators and members are the library's own.
static bool isPlainStandard(const FunctionDecl *Function, const SourceManager &SM) {
  bool IsLibrary = Function->isInStdNamespace();
  for (const DeclContext *Space = Function->getEnclosingNamespaceContext(); Space && !IsLibrary;
       Space = Space->getParent()) {
    auto *Named = dyn_cast<NamespaceDecl>(Space);
    IsLibrary =
        Space->isStdNamespace() || (Named && Named->getIdentifier() && Named->getName() == "__gnu_cxx");
  }
  if (!IsLibrary || !Function->isInlined() || Function->isExternC())
    return false;
  const StringRef File = presumedPlace(SM, Function->getLocation()).getFilename();
  for (const char *Replaced :
       {"/cmath", "/math.h", "/cstdlib", "/std_abs.h", "/new", "_wrappers/", "/lib/clang/"})
    if (File.contains(Replaced))
      return false;
  if (isa<CXXMethodDecl>(Function) || Function->isOverloadedOperator())
    return true;
  if (Function->getIdentifier() &&
      cleave_callee_of(Function->getName().str().c_str()) != CLEAVE_CALLEE_UNKNOWN)
    return false;
  return !File.ends_with("/complex");
}

// A body in a system header may be another one for the device, and so may be the body of a function with variants: they count as not
// visible.
//
// A region in a header is part of several translation units, and the linker keeps one of its kernels for all of them. So nothing
// may count that
// another unit need not see: bodies in other files.
const FunctionDecl *cleave::visibleDefinition(const FunctionDecl *Function, const SourceManager &SM,
                                              StringRef Header) {
  const FunctionDecl *Definition = nullptr;
  const bool InSystem = SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation()));
  if (InSystem && !isPlainStandard(Function, SM))
    return nullptr;
  if (InSystem)
    instantiate(Function);
  if (!Function->hasBody(Definition) || Definition->getBuiltinID() ||
      Function->getMostRecentDecl()->hasAttr<OMPDeclareVariantAttr>())
    return nullptr;
  if (!InSystem &&
      (SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())) ||
       (!Header.empty() && Header != presumedPlace(SM, Definition->getLocation()).getFilename())))
    return nullptr;
  return Definition;
}

static bool asksWhereItRuns(StringRef Name) {
  return Name == "omp_is_initial_device" || Name == "omp_get_device_num" || Name == "omp_get_initial_device";
}

// Returns the plain name of a function that can only be a library function: names with C linkage are reserved (C11,
// 7.1.3; C++20, [extern.names]), and so are names in namespace std. Returns the qualified name of all other functions.
static std::string nameOf(const FunctionDecl *Function, const SourceManager &SM) {
  if (Function->isExternC() || Function->isInStdNamespace() || Function->getBuiltinID() ||
      SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
    return Function->getNameAsString();
  std::string Name = Function->getQualifiedNameAsString();
  return Name.find("::") == std::string::npos ? "::" + Name : Name;
}

class Callees::BodySink : public CodeSink {
public:
  explicit BodySink(Body &Result) : Result(Result) {}

  // What a function does with its own variables is its own business, and the globals it uses are on the
  // device by themselves. But what a global or static pointer leads to may be an object that the region
  // maps: this function, or another one, may have been given its address before.
  void use(const VarDecl *Variable, unsigned, SourceLocation) override {
    const QualType Type = Variable->getType();
    const bool IsItsOwn = Type.isConstQualified() || Variable->isStaticLocal() ||
                          OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable);
    if (Variable->hasGlobalStorage() && (holdsPointers(Type) || !IsItsOwn))
      Result.Facts.push_back({CLEAVE_FACT_UNKNOWN_MEMORY, ""});
  }

  void fact(cleave_fact_kind Kind, SourceLocation, StringRef Name) override {
    // These stay within the function; its `this` is the object it is called for.
    if (Kind == CLEAVE_FACT_RETURN || Kind == CLEAVE_FACT_BREAK || Kind == CLEAVE_FACT_CONTINUE ||
        Kind == CLEAVE_FACT_THIS)
      return;
    Result.Facts.push_back({Kind, Name.str()});
  }

  void call(const FunctionDecl *Callee, SourceLocation) override { Result.Calls.push_back(Callee); }

private:
  Body &Result;
};

const Callees::Body &Callees::body(const FunctionDecl *Definition) {
  std::unique_ptr<Body> &Known = Bodies[Definition];
  if (!Known) {
    Known = std::make_unique<Body>();
    BodySink Sink(*Known);
    CodeWalker Walker(Context, Sink);
    Walker.keepAll(); // static variables among them
    if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Initializer : Constructor->inits())
        Walker.value(Initializer->getInit());
    Walker.statement(Definition->getBody());
    if (auto *Destructor = dyn_cast<CXXDestructorDecl>(Definition))
      Walker.parts(Destructor);
  }
  return *Known;
}

// Whether FUNCTION contains no OpenMP code, or its calls do not depend on any:
// - no_openmp of assumes or begin assumes, or the attribute for it (OpenMP 5.1, 2.5.2). no_openmp_routines and no_parallelism are
//   not sufficient: the function may contain critical or barrier;
// - a const or pure function has no effects and reads only memory and arguments (GCC's function attributes);
// - the user's assertion in a pragma before a declaration.
bool Callees::isAssumedPlain(const FunctionDecl *Function) const {
  if (hasNoEffects(Function, Context))
    return true;
  for (const auto *Assumption : Function->getMostRecentDecl()->specific_attrs<OMPAssumeAttr>()) {
    llvm::SmallVector<StringRef, 4> Parts;
    Assumption->getAssumption().split(Parts, ',');
    if (llvm::any_of(Parts, [](StringRef Part) { return Part.trim() == "omp_no_openmp"; }))
      return true;
  }
  for (const FunctionDecl *Declaration : Function->redecls())
    for (const PragmaLine &Line : Lines)
      if (Line.Hints & CLEAVE_HINT_CALLEE_NO_OPENMP && Line.Next.isValid() &&
          (Line.Next == Declaration->getOuterLocStart() || Line.Next == Declaration->getBeginLoc()))
        return true;
  return false;
}

void Callees::report(const FunctionDecl *Callee, StringRef Header,
                     llvm::function_ref<void(const Fact &, bool InCallee)> Report) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  struct Call {
    const FunctionDecl *Function;
    bool InCallee;
  };
  std::vector<Call> Open = {{Callee, false}};
  while (!Open.empty()) {
    auto [Function, InCallee] = Open.back();
    Open.pop_back();
    if (!Function) {
      Report({CLEAVE_FACT_CALL, ""}, InCallee);
      continue;
    }
    std::string Name = Function->getNameAsString();
    const FunctionDecl *Definition = visibleDefinition(Function, SM, Header);
    Report({Definition ? CLEAVE_FACT_CALL_VISIBLE : CLEAVE_FACT_CALL,
            Definition ? Name : nameOf(Function, SM), !Definition && isAssumedPlain(Function),
            (Function->getBuiltinID() && Context.BuiltinInfo.isConst(Function->getBuiltinID())) ||
                (!Definition && isComplexFunction(Function, Context))},
           InCallee);
    if (asksWhereItRuns(Name))
      Report({CLEAVE_FACT_INITIAL_DEVICE, Name}, InCallee);
    if (!Definition || !Seen.insert(Definition).second)
      continue;
    const Body &Inside = body(Definition);
    for (const Fact &Found : Inside.Facts)
      Report(Found, true);
    for (auto It = Inside.Calls.rbegin(); It != Inside.Calls.rend(); ++It)
      Open.push_back({*It, true});
  }
}
