// FILE: passes/frontend/reader_variables.cpp
// WHAT: see reader_variables.h.
#include "reader_variables.h"
#include "ast_visitor.h"
#include "reader_code.h"

#include "../compat_clang.h"

using namespace clang;
using namespace cleave;

// ---- Sharing -----------------------------------------------------------------------------------

static bool isPointer(const VarDecl *Variable) {
  return Variable->getType().getNonReferenceType()->isPointerType();
}

// Whether a defaultmap clause makes pointers firstprivate. Without one, Clang's firstprivate for a
// pointer denotes a section of length zero.
static bool makesPointersFirstprivate(const OMPExecutableDirective *Target) {
  for (const auto *Clause : Target->getClausesOfKind<OMPDefaultmapClause>())
    if (Clause->getDefaultmapModifier() == OMPC_DEFAULTMAP_MODIFIER_firstprivate &&
        (Clause->getDefaultmapKind() == OMPC_DEFAULTMAP_pointer ||
         Clause->getDefaultmapKind() == OMPC_DEFAULTMAP_unknown))
      return true;
  return false;
}

bool cleave::isLinked(const VarDecl *Variable) {
  auto Where = OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable);
  return Where && *Where == OMPDeclareTargetDeclAttr::MT_Link;
}

bool cleave::usesMapper(const OMPMapClause *Map, const Expr *Item) {
  for (auto [Listed, Mapper] : llvm::zip(cleave::listItems(Map), Map->mapperlists()))
    if (Listed == Item)
      return Mapper != nullptr;
  return false;
}

bool cleave::isMapped(QualType Type, const MappedTypes &Mapped, const ASTContext &Context) {
  Type = Type.getNonReferenceType();
  while (Type->isPointerType() || Type->isArrayType())
    Type = Type->isPointerType() ? Type->getPointeeType() : Context.getBaseElementType(Type);
  return Mapped.count(Type.getCanonicalType().getTypePtr()->getCanonicalTypeUnqualified().getTypePtr());
}

// Whether Clang's own clause says what holds without a defaultmap clause: tofrom, and to for constants.
static bool isPlainImplicit(const OMPMapClause *Map) {
  for (OpenMPMapModifierKind Modifier : Map->getMapTypeModifiers())
    if (Modifier != OMPC_MAP_MODIFIER_unknown)
      return false;
  if (Map->getMapType() == OMPC_MAP_tofrom)
    return true;
  return Map->getMapType() == OMPC_MAP_to && llvm::all_of(cleave::listItems(Map), [](const Expr *Item) {
           QualType Type = Item->getType().getNonReferenceType();
           while (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
             Type = Array->getElementType();
           return Type.isConstQualified();
         });
}

template <typename ClauseType>
static void setSharing(SharingTable &Table, const ClauseType *Clause, cleave_sharing Sharing,
                       const ASTContext &Context) {
  CodeSink Ignored;
  CodeWalker Walker(Context, Ignored);
  for (const Expr *Item : cleave::listItems(Clause))
    if (const VarDecl *Variable = Walker.listItem(Item))
      Table[Variable] = Sharing;
}

SharingTable cleave::readSharing(const OMPExecutableDirective *Target, const ASTContext &Context) {
  SharingTable Table;
  CodeSink Ignored;
  CodeWalker Walker(Context, Ignored);
  const bool PointersFirstprivate = makesPointersFirstprivate(Target);
  // A variable can be in two clauses: the one that determines how it reaches the device comes last.
  for (const OMPClause *Clause : Target->clauses())
    if (auto *Reduction = dyn_cast<OMPReductionClause>(Clause))
      setSharing(Table, Reduction, CLEAVE_SHARING_IMPLICIT_MAP, Context);
    else if (auto *InReduction = dyn_cast<OMPInReductionClause>(Clause))
      setSharing(Table, InReduction, CLEAVE_SHARING_OTHER, Context);
  for (const OMPClause *Clause : Target->clauses()) {
    if (auto *Private = dyn_cast<OMPPrivateClause>(Clause))
      setSharing(Table, Private, CLEAVE_SHARING_PRIVATE, Context);
    else if (auto *Firstprivate = dyn_cast<OMPFirstprivateClause>(Clause)) {
      for (const Expr *Item : cleave::listItems(Firstprivate))
        if (const VarDecl *Variable = namedVariable(Item))
          Table[Variable] = Firstprivate->isImplicit() && isPointer(Variable) && !PointersFirstprivate
                                ? CLEAVE_SHARING_POINTER
                                : CLEAVE_SHARING_FIRSTPRIVATE;
    } else if (auto *IsDevicePtr = dyn_cast<OMPIsDevicePtrClause>(Clause))
      setSharing(Table, IsDevicePtr, CLEAVE_SHARING_IS_DEVICE_PTR, Context);
    else if (auto *HasDeviceAddr = dyn_cast<OMPHasDeviceAddrClause>(Clause))
      setSharing(Table, HasDeviceAddr, CLEAVE_SHARING_HAS_DEVICE_ADDR, Context);
    else if (auto *Map = dyn_cast<OMPMapClause>(Clause)) {
      // Clang maps a section of a reduction clause once more.
      if (Map->isImplicit() && llvm::all_of(cleave::listItems(Map), [&](const Expr *Item) {
            const VarDecl *Variable = isa<ArraySectionExpr>(Item) ? Walker.listItem(Item) : nullptr;
            auto Found = Variable ? Table.find(Variable) : Table.end();
            return Found != Table.end() && Found->second == CLEAVE_SHARING_MAPPED;
          }))
        continue;
      setSharing(Table, Map,
                 !Map->isImplicit()     ? CLEAVE_SHARING_MAPPED
                 : isPlainImplicit(Map) ? CLEAVE_SHARING_IMPLICIT_MAP
                                        : CLEAVE_SHARING_OTHER,
                 Context);
      /* Clang 19 maps the storage of such a variable as a whole. */
      for (const Expr *Item : cleave::listItems(Map))
        if (const VarDecl *Variable = Walker.listItem(Item);
            Variable && isLinked(Variable) && !namedVariable(Item))
          Table[Variable] = CLEAVE_SHARING_OTHER;
    } else if (auto *Allocators = dyn_cast<OMPUsesAllocatorsClause>(Clause))
      for (unsigned I = 0; I < Allocators->getNumberOfAllocators(); ++I)
        if (const VarDecl *Variable = namedVariable(Allocators->getAllocatorData(I).Allocator))
          Table[Variable] = CLEAVE_SHARING_OTHER;
  }
  return Table;
}

cleave_sharing cleave::sharingByRule(const VarDecl *Variable) {
  if (Variable->getTLSKind() != VarDecl::TLS_None || Variable->hasAttr<OMPThreadPrivateDeclAttr>())
    return CLEAVE_SHARING_OTHER;
  if (OMPDeclareTargetDeclAttr::isDeclareTargetDeclaration(Variable))
    return isLinked(Variable) ? CLEAVE_SHARING_OTHER : CLEAVE_SHARING_DECLARE_TARGET;
  QualType Type = Variable->getType().getNonReferenceType();
  if (Type->isPointerType())
    return CLEAVE_SHARING_POINTER;
  return Type->isScalarType() ? CLEAVE_SHARING_FIRSTPRIVATE : CLEAVE_SHARING_IMPLICIT_MAP;
}

// ---- The variable itself ------------------------------------------------------------------------

static cleave_type_class classify(QualType Type) {
  Type = Type.getCanonicalType();
  if (Type->isReferenceType())
    return CLEAVE_TYPE_REFERENCE;
  if (auto *Atomic = Type->getAs<AtomicType>())
    Type = Atomic->getValueType();
  if (Type->isArrayType()) {
    if (Type->isVariablyModifiedType())
      return CLEAVE_TYPE_VLA;
    return Type->isConstantArrayType() ? CLEAVE_TYPE_ARRAY : CLEAVE_TYPE_OTHER;
  }
  if (Type->isIntegralOrEnumerationType())
    return CLEAVE_TYPE_INTEGER;
  if (Type->isRealFloatingType() || Type->isComplexType())
    return CLEAVE_TYPE_FLOATING;
  if (Type->isPointerType())
    return CLEAVE_TYPE_POINTER;
  return Type->isRecordType() ? CLEAVE_TYPE_RECORD : CLEAVE_TYPE_OTHER;
}

static bool touchesVolatile(QualType Type) {
  for (Type = Type.getCanonicalType();; Type = Type.getCanonicalType()) {
    if (Type.isVolatileQualified())
      return true;
    if (auto *Array = dyn_cast<ArrayType>(Type))
      Type = Array->getElementType();
    else if (Type->isPointerType() || Type->isReferenceType())
      Type = Type->getPointeeType();
    else
      return false;
  }
}

std::string cleave::spellType(QualType Type, const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  Type.removeLocalConst();
  Type.removeLocalRestrict();
  // The spelling of a member type lacks its class.
  auto *Typedef = Type->getAs<TypedefType>();
  if (Typedef && Typedef->getDecl()->getDeclContext()->isRecord())
    Type = Type.getCanonicalType();
  if (Type.isConstQualified() || Type.isRestrictQualified()) { // through a typedef
    Type = Type.getCanonicalType();
    Type.removeLocalConst();
    Type.removeLocalRestrict();
  }
  // Types that wrap the name, and unnamed ones, show it by a bracket.
  auto Wraps = [](const std::string &Spelling) {
    return StringRef(Spelling).find_first_of("([") != StringRef::npos;
  };
  std::string Spelling = Type.getAsString(Policy);
  if (Wraps(Spelling))
    Spelling = Type.getCanonicalType().getAsString(Policy);
  return Wraps(Spelling) ? "" : Spelling;
}

// For unnamed types and those that wrap the declared name.
static std::string typeOfName(const std::string &Name) { return "__typeof_unqual__(" + Name + ")"; }

bool cleave::needsName(const cleave_variable &Variable) {
  return Variable.type && Variable.type == typeOfName(Variable.name);
}

// Of a constant-size array: the innermost element type, and "[4][3]".
static std::pair<QualType, std::string> takeExtents(QualType Type, const ASTContext &Context) {
  std::string Extents;
  while (const ConstantArrayType *Array = Context.getAsConstantArrayType(Type)) {
    Extents += "[" + std::to_string(Array->getSize().getZExtValue()) + "]";
    Type = Array->getElementType();
  }
  return {Type, Extents};
}

static bool isNotTrivial(QualType Type, const ASTContext &Context) {
  const CXXRecordDecl *Record = Context.getBaseElementType(Type)->getAsCXXRecordDecl();
  return Record && Record->hasDefinition() &&
         !(Record->isTriviallyCopyable() && Record->hasTrivialDestructor() &&
           Record->hasTrivialDefaultConstructor());
}

cleave_variable cleave::describeVariable(const VarDecl *Variable, const ASTContext &Context,
                                         const SourceText &Text, cleave_arena *Arena) {
  // Without a clause of its own, a reference denotes the object it refers to (OpenMP 5.1, 2.21.1 and
  // 2.21.7: list items of reference type, and variables of that type, are the objects referenced). A
  // pointer is translated by its name, and what lives as long as the program can be named from elsewhere.
  QualType Type = Variable->getType();
  cleave_variable Result = {};
  if (Type->isReferenceType() && !Type->getPointeeType()->isPointerType() &&
      !Type->getPointeeType()->isFunctionType() && !Variable->hasGlobalStorage() &&
      !Variable->isUsableInConstantExpressions(Context)) {
    Type = Type->getPointeeType();
    Result.is_reference = true;
  }
  std::string Name = Variable->getNameAsString();
  if (isa<DecompositionDecl>(Variable))
    Name = "structured binding";
  Result.name = cleave_arena_copy(Arena, Name.data(), Name.size());
  Result.type_class = classify(Type);
  if (Result.type_class != CLEAVE_TYPE_ARRAY && Result.type_class != CLEAVE_TYPE_VLA &&
      Result.type_class != CLEAVE_TYPE_REFERENCE) {
    std::string Spelling = spellType(Type, Context);
    if (Spelling.empty() && !Type->isVariablyModifiedType() && Result.type_class != CLEAVE_TYPE_OTHER)
      Spelling = typeOfName(Name);
    if (!Spelling.empty())
      Result.type = cleave_arena_copy(Arena, Spelling.data(), Spelling.size());
  }
  if (Result.type_class == CLEAVE_TYPE_ARRAY) {
    auto [Element, Extents] = takeExtents(Type, Context);
    std::string Spelling = spellType(Element, Context);
    if (!Spelling.empty()) {
      Result.element_type = cleave_arena_copy(Arena, Spelling.data(), Spelling.size());
      Result.extents = cleave_arena_copy(Arena, Extents.data(), Extents.size());
    }
  }
  if (!Type->isDependentType() && !Type->isIncompleteType() && Type->isConstantSizeType())
    Result.size = Context.getTypeSizeInChars(Type.getNonReferenceType()).getQuantity();
  Result.sharing = sharingByRule(Variable);
  Result.declared_at = Variable->getLocation().isFileID() ? Text.offset(Variable->getLocation()) : 0;
  Result.declared_by = CLEAVE_NO_NODE;
  Result.is_global = Variable->hasGlobalStorage();
  Result.is_static_local = Variable->isStaticLocal() && !isConstantStatic(Variable, Context);
  Result.is_thread_local =
      Variable->getTLSKind() != VarDecl::TLS_None || Variable->hasAttr<OMPThreadPrivateDeclAttr>();
  Result.has_allocator = Variable->hasAttr<OMPAllocateDeclAttr>();
  Result.has_variable_length = Type->isVariablyModifiedType();
  Result.is_const = !Result.is_reference && Context.getBaseElementType(Type).isConstQualified();
  Result.is_volatile = touchesVolatile(Type);
  Result.is_linked = isLinked(Variable);
  Result.is_atomic = Context.getBaseElementType(Type)->isAtomicType();
  Result.address_taken = Result.is_global || Result.is_reference;
  const QualType Held = Type->isPointerType() ? Type->getPointeeType() : Type;
  Result.is_unsigned = Held->isUnsignedIntegerType();
  Result.is_floating = Context.getBaseElementType(Held)->hasFloatingRepresentation();
  Result.holds_pointers = Held->isVoidType() || holdsPointers(Held);
  Result.has_destructor_or_constructor = isNotTrivial(Type, Context);
  Result.is_structured_binding_or_capture = isa<DecompositionDecl>(Variable);
  return Result;
}

// ---- Names of global variables --------------------------------------------------------------------

namespace {
class GlobalNamesReader : public AstVisitor {
public:
  explicit GlobalNamesReader(GlobalNames &Result) : Result(Result) {}

  bool VisitDeclRefExpr(DeclRefExpr *Reference) override {
    auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
    if (Variable && Reference->hasQualifier())
      Result.Qualified.insert(Variable->getCanonicalDecl());
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) override {
    auto *Variable = dyn_cast<VarDecl>(Member->getMemberDecl());
    if (Variable && (Member->hasQualifier() || !Member->isImplicitAccess()))
      Result.Qualified.insert(Variable->getCanonicalDecl());
    return true;
  }

  bool VisitVarDecl(VarDecl *Variable) override {
    if (Variable->isLocalExternDecl())
      Result.Redeclared.insert(Variable->getCanonicalDecl());
    return true;
  }

  bool VisitUsingDecl(UsingDecl *) override { return Result.HasUsing = true; }
  bool VisitUsingDirectiveDecl(UsingDirectiveDecl *) override { return Result.HasUsing = true; }

private:
  GlobalNames &Result;
};
} // namespace

GlobalNames cleave::readGlobalNames(const Stmt *Region) {
  GlobalNames Result;
  GlobalNamesReader(Result).TraverseStmt(const_cast<Stmt *>(Region));
  return Result;
}

const char *cleave::qualifiedName(const VarDecl *Variable, const ASTContext &Context, cleave_arena *Arena) {
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressUnwrittenScope = true; // of unnamed namespaces
  std::string Name = "::";
  llvm::raw_string_ostream Out(Name);
  Variable->printQualifiedName(Out, Policy);
  Out.flush();
  return cleave_arena_copy(Arena, Name.data(), Name.size());
}

cleave_variable cleave::describeThis(const CXXMethodDecl *Method) {
  const CXXRecordDecl *Class = Method ? Method->getParent() : nullptr;
  cleave_variable Result = {};
  Result.name = "this";
  Result.type_class = CLEAVE_TYPE_RECORD;
  // Of a class with virtual bases, sizeof is not the size of the part that an object is.
  Result.sharing = !Class || Class->getNumVBases() ? CLEAVE_SHARING_OTHER : CLEAVE_SHARING_IMPLICIT_MAP;
  Result.declared_by = CLEAVE_NO_NODE;
  Result.is_const = Method && Method->isConst() && !Class->hasMutableFields();
  Result.is_volatile = Method && Method->isVolatile();
  Result.address_taken = true;
  Result.is_this = true;
  return Result;
}

llvm::SmallPtrSet<const VarDecl *, 8> cleave::addressesTaken(const FunctionDecl *Function,
                                                             const ASTContext &Context) {
  llvm::SmallPtrSet<const VarDecl *, 8> Found;
  forEachUse(Function->getBody(), Context, [&](const VarDecl *Variable, unsigned Flags, SourceLocation) {
    if (Flags & CLEAVE_USE_ADDRESS)
      Found.insert(Variable);
  });
  return Found;
}
