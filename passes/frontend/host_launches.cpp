// FILE: passes/frontend/host_launches.cpp
// WHAT: see host_launches.h.
#include "host_launches.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace cleave;

namespace {

// Which functions contain target regions, and which functions they call.
class LaunchFinder : public RecursiveASTVisitor<LaunchFinder> {
public:
  struct Facts {
    bool HasRegion = false, IsCalled = false;
    std::set<const FunctionDecl *> Calls;
  };
  std::vector<const FunctionDecl *> Functions; // in source order
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<Facts>> All;

  LaunchFinder(const ASTContext &Context, AddressSet &Addresses, HiddenCode &Hidden)
      : Context(Context), SM(Context.getSourceManager()), Addresses(Addresses), Hidden(Hidden) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *Declaration) {
    auto *Function = dyn_cast_or_null<FunctionDecl>(Declaration);
    if (!Function)
      return RecursiveASTVisitor::TraverseDecl(Declaration);
    if (SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
      return true;
    Facts *Outside = Current;
    RunsBeforeMain |= Function->hasAttr<ConstructorAttr>() || Function->hasAttr<DestructorAttr>();
    if (Function->hasAttr<ConstructorAttr>() && Function->doesThisDeclarationHaveABody())
      Hidden.BeforeMain.push_back(Function);
    Hidden.AtExit |= Function->hasAttr<DestructorAttr>();
    const OverloadedOperatorKind Operator = Function->getOverloadedOperator();
    Hidden.ReplacesAllocation |= (Operator == OO_New || Operator == OO_Array_New || Operator == OO_Delete ||
                                  Operator == OO_Array_Delete) &&
                                 !isa<CXXMethodDecl>(Function) && Function->doesThisDeclarationHaveABody();
    if (Function->doesThisDeclarationHaveABody() && !Function->isDependentContext()) {
      Functions.push_back(Function);
      Current = (All[Function] = std::make_unique<Facts>()).get();
    }
    const bool Continue = RecursiveASTVisitor::TraverseDecl(Declaration);
    Current = Outside;
    return Continue;
  }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *Directive) {
    if (Current && isOpenMPTargetExecutionDirective(Directive->getDirectiveKind()))
      Current->HasRegion = true;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    if (auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      refersTo(Function);
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()); Variable && Variable->hasGlobalStorage())
      References.push_back(Reference);
    return true;
  }
  // A scalar is read by a conversion, or assigned. Everything else may keep its address.
  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      markUsed(Cast->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    if (Operator->isAssignmentOp())
      markUsed(Operator->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) {
    if (Operator->isIncrementDecrementOp())
      markUsed(Operator->getSubExpr());
    return true;
  }
  void findAddresses() {
    for (const DeclRefExpr *Reference : References)
      if (!Used.count(Reference))
        Addresses.insert(llvm::cast<VarDecl>(Reference->getDecl())->getCanonicalDecl());
  }

  bool VisitMemberExpr(MemberExpr *Member) {
    if (auto *Function = dyn_cast<FunctionDecl>(Member->getMemberDecl()))
      refersTo(Function);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Function = Call->getDirectCallee();
    if (!Function)
      return true;
    --Pointers[Function->getCanonicalDecl()];
    Hidden.InSignals |= installsHandler(Function, Call);
    Hidden.SharesMemory |= sharesMemory(Function);
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (!Context.getLangOpts().CPlusPlus || !Variable->hasGlobalStorage() ||
        Variable->getDeclContext()->isDependentContext() || Variable->getType()->isDependentType() ||
        SM.isInSystemHeader(SM.getExpansionLoc(Variable->getLocation())))
      return true;
    const bool IsDestroyed = Variable->needsDestruction(Context) != QualType::DK_none;
    const bool IsInitialized = Variable->isFileVarDecl() && Variable->getInit() &&
                               !Variable->getInit()->isValueDependent() &&
                               !Variable->hasConstantInitialization();
    Hidden.AtExit |= IsDestroyed;
    if (IsInitialized)
      Hidden.Initialized.push_back(Variable);
    RunsBeforeMain |= IsInitialized || (IsDestroyed && Variable->isFileVarDecl());
    return true;
  }

  // Whether only this translation unit calls FUNCTION, by its name, and not before main or after it. Another unit cannot
  // name a static function. An inline function or template of the file itself it could only define again.
  bool isInternal(const FunctionDecl *Function) const {
    const bool IsLocal = Function->isInlined() || Function->isTemplateInstantiation();
    auto Found = Pointers.find(Function->getCanonicalDecl());
    return !RunsBeforeMain && (Found == Pointers.end() || !Found->second) &&
           (!Function->isExternallyVisible() || (Context.getLangOpts().CPlusPlus && IsLocal));
  }

  // Whether FUNCTION launches regions, itself or by calls.
  void propagate() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const FunctionDecl *Function : Functions) {
        Facts &Own = *All[Function];
        for (const FunctionDecl *Called : Own.Calls) {
          const FunctionDecl *Definition = nullptr;
          if (!Called->hasBody(Definition))
            continue;
          auto Found = All.find(Definition);
          if (Found == All.end() || Found->second.get() == &Own)
            continue;
          Found->second->IsCalled = true;
          if (Found->second->HasRegion && !Own.HasRegion)
            Own.HasRegion = Changed = true;
        }
      }
    }
  }

private:
  bool sharesMemory(const FunctionDecl *Function) const {
    return Function->getDeclName().isIdentifier() &&
           SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())) &&
           llvm::StringSwitch<bool>(Function->getName())
               .Cases("setvbuf", "setbuf", "setbuffer", "fmemopen", "open_memstream", true)
               .Cases("open_wmemstream", "fopencookie", "initstate", "setstate", "putenv", true)
               .Default(false);
  }
  // A handler that only sets scalars does not use the memory that regions map.
  bool installsHandler(const FunctionDecl *Function, const CallExpr *Call) const {
    if (!Function->getDeclName().isIdentifier() ||
        !SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
      return false;
    const StringRef Name = Function->getName();
    if (Name == "sigaction" || Name == "sigvec" || Name == "timer_create")
      return true; // the handler is a member of a record
    if ((Name != "signal" && Name != "bsd_signal" && Name != "sigset") || Call->getNumArgs() != 2)
      return false;
    auto *Reference = dyn_cast<DeclRefExpr>(Call->getArg(1)->IgnoreParenImpCasts());
    auto *Handler = Reference ? dyn_cast<FunctionDecl>(Reference->getDecl()) : nullptr;
    if (!Handler) // SIG_DFL and SIG_IGN are integers
      return !isa<CStyleCastExpr>(Call->getArg(1)->IgnoreParenImpCasts());
    const FunctionDecl *Definition = nullptr;
    return !Handler->hasBody(Definition) || !usesScalarsOnly(Definition->getBody());
  }
  static bool usesScalarsOnly(const Stmt *Code) {
    if (!Code)
      return true;
    if (isa<CallExpr, CXXConstructExpr, LambdaExpr, GCCAsmStmt>(Code))
      return false;
    if (auto *Reference = dyn_cast<DeclRefExpr>(Code))
      if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()); Variable && Variable->hasGlobalStorage())
        return Variable->getType()->isArithmeticType() || Variable->getType()->isEnumeralType();
    for (const Stmt *Child : Code->children())
      if (!usesScalarsOnly(Child))
        return false;
    return true;
  }
  void refersTo(const FunctionDecl *Function) {
    ++Pointers[Function->getCanonicalDecl()];
    if (Current)
      Current->Calls.insert(Function);
  }
  void markUsed(const Expr *Expression) {
    if (auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParens()))
      Used.insert(Reference);
  }

  const ASTContext &Context;
  const SourceManager &SM;
  AddressSet &Addresses;
  HiddenCode &Hidden;
  llvm::DenseMap<const FunctionDecl *, int> Pointers; // references to functions other than calls
  bool RunsBeforeMain = false;
  std::vector<const DeclRefExpr *> References;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Used;
  Facts *Current = nullptr;
};

} // namespace

std::vector<LaunchingFunction> cleave::findLaunchingFunctions(ASTContext &Context, AddressSet &Addresses,
                                                              HiddenCode &Hidden) {
  LaunchFinder Finder(Context, Addresses, Hidden);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  Finder.propagate();
  Finder.findAddresses();
  std::vector<LaunchingFunction> Result;
  for (const FunctionDecl *Function : Finder.Functions)
    if (Finder.All[Function]->HasRegion)
      Result.push_back({Function, Finder.All[Function]->IsCalled, Finder.isInternal(Function)});
  return Result;
}
