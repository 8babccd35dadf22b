// FILE: passes/frontend/reader_presence.cpp
// WHAT: whether part of an array or record may be present on the device when a region begins.
//
// Data directives (target data, target enter data) and omp_target_associate_ptr map beyond a region. A
// directive maps part of a variable if it names a section, an element or a member, or a pointer to the
// variable. The latter requires that the address escapes, and that a function called before the region is
// unknown or maps through pointers. Every unknown function may have the address of a global variable.
#include "reader_presence.h"
#include "ast_visitor.h"
#include "reader_code.h"
#include "reader_variables.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;

namespace {
// Whether TYPE is known not to lead to other objects: the result of a call cannot be the argument.
bool isNumber(QualType Type) { return Type->isVoidType() || Type->isArithmeticType(); }

bool holdsAddress(QualType Type) { return !isNumber(Type) && !Type->isEnumeralType(); }
} // namespace

// Reads what one function does before and after the regions in it. What the regions do, they do on
// the device, where nothing is mapped.
class PartialPresence::BodyReader : public AstVisitor {
public:
  BodyReader(PartialPresence &Owner, Body &Result) : Owner(Owner), Result(Result) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldVisitImplicitCode() const override { return true; }

  bool enterStmt(Stmt *Statement) override {
    auto *Directive = dyn_cast<OMPExecutableDirective>(Statement);
    if (Directive)
      Result.HasTasks |= Directive->hasClausesOfKind<OMPNowaitClause>() ||
                         Directive->hasClausesOfKind<OMPDependClause>() ||
                         !(isOpenMPTargetExecutionDirective(Directive->getDirectiveKind()) ||
                           isOpenMPTargetDataManagementDirective(Directive->getDirectiveKind()));
    if (Directive && isOpenMPTargetExecutionDirective(Directive->getDirectiveKind()))
      return false;
    if (Directive)
      readDirective(Directive);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    if (auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
      Result.Calls.push_back(Function);
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) override {
    if (auto *Method = dyn_cast<CXXMethodDecl>(Member->getMemberDecl())) {
      Result.Calls.push_back(Method);
      Result.MapsThroughPointers |= Method->isVirtual();
    }
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) override {
    if (!Construct->getConstructor()->isTrivial())
      Result.Calls.push_back(Construct->getConstructor());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee) {
      Result.MapsThroughPointers |= !isa<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParens());
      return true;
    }
    Calls.push_back({Callee, Call});
    return true;
  }

  // Another thread may call it.
  bool VisitLambdaExpr(LambdaExpr *) override {
    Result.HasTasks = true;
    return true;
  }

  bool VisitVarDecl(VarDecl *Variable) override {
    Result.KeepsPointers |=
        Variable->isStaticLocal() && Variable->hasInit() && holdsPointers(Variable->getType());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *Assignment) override {
    if (!Assignment->isAssignmentOp() || !holdsAddress(Assignment->getLHS()->getType()))
      return true;
    const VarDecl *Variable = namedVariable(Assignment->getLHS());
    Result.KeepsPointers |= !Variable || !Variable->hasLocalStorage();
    return true;
  }

  // The arguments of a known function that neither keeps nor returns them are not given away.
  void findGivenAway(const Stmt *Statement) {
    using Places = llvm::DenseSet<std::pair<const VarDecl *, unsigned>>;
    auto FindAddresses = [&](const Stmt *In, Places &Found) {
      forEachUse(In, Owner.Context, [&](const VarDecl *Variable, unsigned Flags, SourceLocation At) {
        if (Flags & CLEAVE_USE_ADDRESS)
          Found.insert({Variable, At.getRawEncoding()});
      });
    };
    Places All, Harmless;
    FindAddresses(Statement, All);
    for (auto &[Callee, Call] : Calls)
      if (isNumber(Callee->getReturnType()) && !Owner.reaches(Callee, &Body::MapsThroughPointers) &&
          !Owner.reaches(Callee, &Body::KeepsPointers))
        for (const Expr *Argument : Call->arguments())
          FindAddresses(Argument, Harmless);
    for (auto &Place : All)
      if (!Harmless.count(Place))
        Result.GivenAway.insert(Place.first);
  }

private:
  void readDirective(const OMPExecutableDirective *Directive) {
    if (Directive->getDirectiveKind() != llvm::omp::OMPD_target_data &&
        Directive->getDirectiveKind() != llvm::omp::OMPD_target_enter_data)
      return;
    for (const auto *Map : Directive->getClausesOfKind<OMPMapClause>())
      for (const Expr *Item : cleave::listItems(Map)) {
        const bool ByMapper = usesMapper(Map, Item); // which may map parts, and what they point to
        Result.MapsThroughPointers |= ByMapper;
        readItem(sourceExpression(Item)->IgnoreParenImpCasts(), !ByMapper);
      }
  }

  void readItem(const Expr *Item, bool Whole) {
    while (!isa<DeclRefExpr>(Item)) {
      Whole = false;
      if (auto *Section = dyn_cast<ArraySectionExpr>(Item)) {
        Item = Section->getBase();
      } else if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Item)) {
        Item = Subscript->getBase();
      } else if (auto *Member = dyn_cast<MemberExpr>(Item); Member && !Member->isArrow()) {
        Item = Member->getBase();
      } else {
        Result.MapsThroughPointers = true;
        return;
      }
      Item = sourceExpression(Item)->IgnoreParenImpCasts();
      Result.MapsThroughPointers |= Item->getType()->isPointerType();
    }
    auto *Variable = dyn_cast<VarDecl>(cast<DeclRefExpr>(Item)->getDecl());
    if (!Variable || Variable->getType()->isReferenceType())
      Result.MapsThroughPointers = true;
    else
      Owner.MappedByData.insert(Variable->getCanonicalDecl());
    if (Variable && !Variable->getType()->isReferenceType() && !Whole)
      Owner.MappedInPart.insert(Variable->getCanonicalDecl());
  }

  PartialPresence &Owner;
  Body &Result;
  std::vector<std::pair<const FunctionDecl *, const CallExpr *>> Calls;
};

// The functions of the system's headers map nothing, but for this one.
static bool isKnown(const FunctionDecl *Function, const SourceManager &SM) {
  const IdentifierInfo *Name = Function->getIdentifier();
  if (Name && Name->getName() == "omp_target_associate_ptr")
    return false;
  return Function->getBuiltinID() || SM.isInSystemHeader(SM.getExpansionLoc(Function->getLocation()));
}

const PartialPresence::Body &PartialPresence::body(const FunctionDecl *Definition) {
  if (auto Known = Bodies.find(Definition); Known != Bodies.end())
    return *Known->second;
  auto &Result = *(Bodies[Definition] = std::make_unique<Body>());
  if (Definition->isDependentContext()) { // nothing in it has a meaning yet
    Result.MapsThroughPointers = true;
    return Result;
  }
  BodyReader Reader(*this, Result);
  Reader.TraverseDecl(const_cast<FunctionDecl *>(Definition));
  // Calls among functions lead here again: those that are being read count as they are so far, which
  // is complete but for GivenAway, and no caller queries a callee for that.
  Reader.findGivenAway(Definition->getBody());
  return Result;
}

bool PartialPresence::reaches(const FunctionDecl *Function, bool Body::*Property) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  std::vector<const FunctionDecl *> Open = {Function};
  while (!Open.empty()) {
    const FunctionDecl *Next = Open.back();
    Open.pop_back();
    const FunctionDecl *Definition = nullptr;
    if (isKnown(Next, SM))
      continue;
    if (!Next->hasBody(Definition))
      return true;
    if (!Seen.insert(Definition).second)
      continue;
    const Body &Inside = body(Definition);
    if (Inside.*Property)
      return true;
    Open.insert(Open.end(), Inside.Calls.begin(), Inside.Calls.end());
  }
  return false;
}

namespace {
class FunctionFinder : public AstVisitor {
public:
  std::vector<const FunctionDecl *> Found;
  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool VisitFunctionDecl(FunctionDecl *Function) override {
    if (Function->isThisDeclarationADefinition() && Function->getBody())
      Found.push_back(Function);
    return true;
  }
};
} // namespace

void PartialPresence::readUnit() {
  if (UnitIsRead)
    return;
  UnitIsRead = true;
  const SourceManager &SM = Context.getSourceManager();
  FunctionFinder Finder;
  Finder.TraverseDecl(Context.getTranslationUnitDecl());
  for (const FunctionDecl *Function : Finder.Found) {
    if (isKnown(Function, SM) || Function->isDependentContext())
      continue;
    UnitDefinesMain |= Function->isMain();
    const Body &Inside = body(Function);
    GivenAwayInUnit.insert(Inside.GivenAway.begin(), Inside.GivenAway.end());
    UnitMapsThroughPointers |= reaches(Function, &Body::MapsThroughPointers);
  }
}

bool PartialPresence::isPossible(const VarDecl *Variable, const FunctionDecl *Function) {
  readUnit();
  if (!Function || MappedInPart.count(Variable))
    return true;
  if (Variable->isLocalVarDeclOrParm() && !Variable->isStaticLocal())
    return GivenAwayInUnit.count(Variable) && reaches(Function, &Body::MapsThroughPointers);
  const bool NamedElsewhere = Variable->isExternallyVisible();
  // If main is here, nothing else runs before the region than what is called from this unit.
  const bool Possible = UnitMapsThroughPointers || !UnitDefinesMain;
  return Possible && (NamedElsewhere || GivenAwayInUnit.count(Variable));
}

// Regions of another call of FUNCTION have another variable. Without tasks, the region that mapped the variable before has ended.
bool PartialPresence::mayBePresent(const VarDecl *Variable, const FunctionDecl *Function) {
  const FunctionDecl *Definition = nullptr;
  if (!Function || !Function->hasBody(Definition))
    return true;
  const bool HasTasks = body(Definition).HasTasks; // the data directives of the function are read then
  return HasTasks || MappedByData.count(Variable->getCanonicalDecl());
}
