// FILE: passes/frontend/host_launches.cpp
// WHAT: see host_launches.h.
#include "host_launches.h"

#include "clang/AST/RecursiveASTVisitor.h"

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

  LaunchFinder(const ASTContext &Context, AddressSet &Addresses)
      : Context(Context), SM(Context.getSourceManager()), Addresses(Addresses) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *Declaration) {
    auto *Function = dyn_cast_or_null<FunctionDecl>(Declaration);
    if (!Function)
      return RecursiveASTVisitor::TraverseDecl(Declaration);
    if (SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation())))
      return true;
    Facts *Outside = Current;
    RunsBeforeMain |= Function->hasAttr<ConstructorAttr>() || Function->hasAttr<DestructorAttr>();
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
    if (const FunctionDecl *Function = Call->getDirectCallee())
      --Pointers[Function->getCanonicalDecl()];
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->isFileVarDecl() && !Variable->getDeclContext()->isDependentContext() &&
        !SM.isInSystemHeader(SM.getExpansionLoc(Variable->getLocation())) && Context.getLangOpts().CPlusPlus)
      RunsBeforeMain |= (Variable->getInit() && !Variable->hasConstantInitialization()) ||
                        Variable->needsDestruction(Context) != QualType::DK_none;
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
  llvm::DenseMap<const FunctionDecl *, int> Pointers; // references to functions other than calls
  bool RunsBeforeMain = false;
  std::vector<const DeclRefExpr *> References;
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Used;
  Facts *Current = nullptr;
};

} // namespace

std::vector<LaunchingFunction> cleave::findLaunchingFunctions(ASTContext &Context, AddressSet &Addresses) {
  LaunchFinder Finder(Context, Addresses);
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  Finder.propagate();
  Finder.findAddresses();
  std::vector<LaunchingFunction> Result;
  for (const FunctionDecl *Function : Finder.Functions)
    if (Finder.All[Function]->HasRegion)
      Result.push_back({Function, Finder.All[Function]->IsCalled, Finder.isInternal(Function)});
  return Result;
}
