// FILE: passes/frontend/reader_uses.cpp
// WHAT: see reader_uses.h.
#include "reader_uses.h"

using namespace clang;
using namespace cleave;
using namespace cleave::use;

const Expr *cleave::sourceExpression(const Expr *Expression) {
  while (Expression) {
    auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParenImpCasts());
    auto *Captured = Reference ? dyn_cast<OMPCapturedExprDecl>(Reference->getDecl()) : nullptr;
    if (!Captured)
      break;
    Expression = Captured->getInit();
  }
  return Expression;
}

const VarDecl *cleave::namedVariable(const Expr *Expression) {
  auto *Reference = dyn_cast<DeclRefExpr>(Expression->IgnoreParenImpCasts());
  auto *Variable = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable ? Variable->getCanonicalDecl() : nullptr;
}

bool cleave::isConstantStatic(const VarDecl *Variable, const ASTContext &Context) {
  const QualType Element = Context.getBaseElementType(Variable->getType());
  auto *Record = Element->getAsCXXRecordDecl();
  if (!Variable->isStaticLocal() || Variable->getTLSKind() != VarDecl::TLS_None ||
      !Element.isConstQualified() || Element.isVolatileQualified() || !Variable->hasInit() ||
      Variable->getInit()->isValueDependent() || holdsPointers(Element) ||
      (Record && (Record->hasMutableFields() || !Record->hasTrivialDestructor())))
    return false;
  return !Context.getLangOpts().CPlusPlus || Variable->hasConstantInitialization();
}

bool cleave::hasPart(QualType Type, llvm::function_ref<bool(QualType)> IsWanted) {
  Type = Type.getCanonicalType();
  while (true) {
    if (auto *Array = dyn_cast<ArrayType>(Type))
      Type = Array->getElementType().getCanonicalType();
    else if (auto *Atomic = dyn_cast<AtomicType>(Type))
      Type = Atomic->getValueType().getCanonicalType();
    else
      break;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || IsWanted(Type))
    return IsWanted(Type);
  if (!Record->getDefinition())
    return true;
  if (auto *Class = dyn_cast<CXXRecordDecl>(Record->getDefinition()))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (hasPart(Base.getType(), IsWanted))
        return true;
  return llvm::any_of(Record->getDefinition()->fields(),
                      [&](const FieldDecl *Field) { return hasPart(Field->getType(), IsWanted); });
}

bool cleave::holdsPointers(QualType Type) {
  return hasPart(Type, [](QualType Part) {
    return !(Part->isRecordType() || Part->isArithmeticType() || Part->isEnumeralType() ||
             Part->isVectorType() || Part->isMatrixType() || Part->isVoidType() || Part->isFunctionType() ||
             Part->isNullPtrType() || Part->isPlaceholderType());
  });
}

void UseWalker::fact(cleave_fact_kind Kind, SourceLocation At, StringRef Name) {
  if (SizesOf.isInvalid())
    Sink.fact(Kind, At, Name);
}

void UseWalker::hide(const VarDecl *Variable) {
  if (!KeepsAll)
    Hidden.insert(Variable->getCanonicalDecl());
}

void UseWalker::variable(const VarDecl *Variable, QualType Type, unsigned Access, SourceLocation At) {
  if (auto *Captured = dyn_cast<OMPCapturedExprDecl>(Variable)) {
    const Expr *Source = Captured->getInit()->IgnoreParenImpCasts();
    return evaluate(Source, Source->isGLValue() ? Access : contents(Access));
  }
  Variable = Variable->getCanonicalDecl();
  if (Variable->getType()->isVariablyModifiedType() && SizesOf.isInvalid()) {
    // The sizes were computed where the array is declared; here they are only looked up.
    SizesOf = At;
    sizes(Variable->getType());
    SizesOf = SourceLocation();
  }
  // A captured variable is named by an expression without the qualifiers of its type.
  const QualType Declared = Variable->getType().getNonReferenceType();
  if ((Access & ~Address) && (Declared.isVolatileQualified() || Declared->isAtomicType()))
    fact(CLEAVE_FACT_VOLATILE, At);
  if (Type->isArrayType())
    Access = throughPointer(Access) | (Access & Address);
  if (!Access || Hidden.count(Variable))
    return;
  if (ProtectedDepth && (Access & (Write | ElementWrite)) && !Unprotected.count(Variable))
    Access |= CLEAVE_USE_PROTECTED;
  Sink.use(Variable, Access, SizesOf.isValid() ? SizesOf : At);
}

void UseWalker::sizes(QualType Type) {
  for (Type = Type.getCanonicalType(); Type->isVariablyModifiedType(); Type = Type.getCanonicalType()) {
    if (auto *Array = dyn_cast<ArrayType>(Type)) {
      if (auto *Variable = dyn_cast<VariableArrayType>(Array); Variable && Variable->getSizeExpr())
        value(Variable->getSizeExpr());
      Type = Array->getElementType();
    } else if (Type->isPointerType() || Type->isReferenceType()) {
      Type = Type->getPointeeType();
    } else {
      return;
    }
  }
}

void UseWalker::volatileAccess(const Expr *Expression, unsigned Access) {
  if ((Access & ~Address) &&
      (Expression->getType().isVolatileQualified() || Expression->getType()->isAtomicType()))
    fact(CLEAVE_FACT_VOLATILE, Expression);
}

void UseWalker::evaluate(const Expr *Expression, unsigned Access) {
  if (Expression->isGLValue())
    volatileAccess(Expression, Access);
  walk(Expression, Access);
}

void UseWalker::value(const Expr *Expression) {
  if (Expression)
    evaluate(Expression, Expression->isGLValue() ? Read : 0);
}

void UseWalker::statement(const Stmt *Statement) {
  if (auto *Expression = dyn_cast<Expr>(Statement))
    return value(Expression);
  walk(Statement, 0);
}

void UseWalker::children(const Stmt *Statement) {
  for (const Stmt *Child : Statement->children())
    if (Child)
      statement(Child);
}

// What may be done to an object of TYPE whose address has been given away.
static unsigned reachableAccess(QualType Type, bool ForWriting) {
  if (Type->isFunctionType())
    return 0;
  const RecordDecl *Record = Type->getAsRecordDecl();
  auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record ? Record->getDefinition() : nullptr);
  const bool IsMutable = ForWriting || holdsPointers(Type) || (Class && Class->hasMutableFields());
  return Address | Read | (Type.isConstQualified() && !IsMutable ? 0 : Write);
}

void UseWalker::keep(const Expr *Expression, bool ForWriting) {
  const QualType Type = Expression->getType();
  if (Expression->isGLValue()) // bound to a reference
    return evaluate(Expression, reachableAccess(Type, ForWriting));
  if (Type->isPointerType())
    return evaluate(Expression, reachableAccess(Type->getPointeeType(), ForWriting));
  evaluate(Expression, holdsPointers(Type) ? Anything : 0);
}

void UseWalker::called(const FunctionDecl *Function, SourceLocation At) {
  if (SizesOf.isInvalid())
    Sink.call(Function, At);
}
