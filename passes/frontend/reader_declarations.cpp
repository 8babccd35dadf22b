// FILE: passes/frontend/reader_declarations.cpp
// WHAT: see reader_declarations.h.
#include "reader_declarations.h"
#include "reader_pointers.h"

using namespace clang;
using namespace cleave;

void cleave::readFirstAssignment(RegionScope &Scope, const Stmt *Statement, cleave_node &Node) {
  auto *First = dyn_cast<Expr>(Statement);
  const BinaryOperator *Assignment = nullptr;
  while (First && (Assignment = dyn_cast<BinaryOperator>(First->IgnoreParens())) && Assignment->isCommaOp())
    First = Assignment->getLHS();
  if (!Assignment || Assignment->getOpcode() != BO_Assign)
    return;
  auto *Left = dyn_cast<DeclRefExpr>(Assignment->getLHS()->IgnoreParens());
  auto *Variable = Left ? dyn_cast<VarDecl>(Left->getDecl()) : nullptr;
  if (!Variable)
    return;
  const uint32_t Index = Scope.variable(Variable);
  const UseLists Value = Scope.walk([&](CodeWalker &Walker) { Walker.value(Assignment->getRHS()); });
  Node.assigned = Index;
  Node.assigns = llvm::none_of(Value.Uses, [&](const cleave_use &Use) { return Use.variable == Index; });
}

// Whether `= expression` stands after the declared name, or nothing.
static bool isPlainInitializer(const VarDecl *Variable) {
  return Variable->getInitStyle() == VarDecl::CInit &&
         !isa<InitListExpr>(Variable->getInit()->IgnoreImplicit());
}

// A class without an initializer of its own gets a call of its default constructor from Clang.
static bool hasWrittenInitializer(const VarDecl *Variable) {
  if (!Variable->hasInit())
    return false;
  auto *Construct = dyn_cast<CXXConstructExpr>(Variable->getInit()->IgnoreImplicit());
  return !Construct || Construct->getParenOrBraceRange().isValid() || Construct->getNumArgs() > 0;
}

// Whether an object of TYPE without const can be assigned: it may have constant members.
static bool isAssignable(QualType Type, const ASTContext &Context) {
  const RecordDecl *Record = Type->getAsRecordDecl();
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  if (!Record || !Record->isCompleteDefinition())
    return true;
  return (!Class || Class->hasTrivialCopyAssignment()) &&
         llvm::all_of(Record->fields(), [&](FieldDecl *Field) {
           const QualType Element = Context.getBaseElementType(Field->getType());
           return !Element.isConstQualified() && !Element->isReferenceType() &&
                  isAssignable(Element, Context);
         });
}

void cleave::readDeclarations(RegionScope &Scope, const DeclStmt *Statement, cleave_node &Node,
                              uint32_t NodeIndex, UseLists &Own) {
  std::vector<cleave_declarator> Declarators;
  for (const Decl *Declared : Statement->decls()) {
    auto *Variable = dyn_cast<VarDecl>(Declared);
    if (!Variable || Variable->hasExternalStorage()) {
      if (auto *Type = dyn_cast<TypedefNameDecl>(Declared))
        Own.add(Scope.walk([&](CodeWalker &Walker) { Walker.sizes(Type->getUnderlyingType()); }));
      continue;
    }
    const uint32_t Index = Scope.variable(Variable);
    Scope.Variables[Index].sharing = CLEAVE_SHARING_INSIDE;
    Scope.Variables[Index].declared_by = NodeIndex;
    if (needsName(Scope.Variables[Index]) || !isAssignable(Variable->getType(), Scope.Context))
      Scope.Variables[Index].type = nullptr;
    // One declared inside is another name for an object of the same kernel, no object of its own.
    if (Variable->getType()->isReferenceType())
      Scope.Variables[Index].type_class = CLEAVE_TYPE_REFERENCE;

    cleave_declarator Result = {};
    Result.variable = Index;
    Result.has_initializer = hasWrittenInitializer(Variable);
    if (Result.has_initializer) {
      Result.list_initializer = !isPlainInitializer(Variable);
      if (!Result.list_initializer)
        Result.pointer_value = readInitialPointer(Scope, Variable);
      SourceText::Piece Piece = Scope.Text.tokens(Variable->getInit()->getSourceRange());
      Result.initializer = Piece.Range;
      Own.addBoundary(Piece);
    }
    // The compiler computes a constexpr variable: its declaration has nothing left to execute.
    UseLists Initializer = Scope.walk([&](CodeWalker &Walker) {
      if (!Variable->isConstexpr())
        Walker.initializer(Variable);
    });
    Initializer.store(Scope.Arena, Result);
    Declarators.push_back(Result);

    Own.add(Initializer);
    const uint32_t At = Scope.Text.offset(Variable->getLocation());
    if (Variable->hasInit())
      Own.add(cleave_use{Index, CLEAVE_USE_WRITE, At});
    if (Scope.Variables[Index].is_static_local || Scope.Variables[Index].is_thread_local)
      Own.add(cleave_fact{CLEAVE_FACT_STATIC_LOCAL, false, At, Scope.Variables[Index].name,
                          CLEAVE_CALLEE_UNKNOWN});
  }
  storeList(Scope.Arena, Declarators, Node.declarators, Node.declarator_count);
}
