// FILE: passes/frontend/reader_body_base.cpp
// WHAT: see reader_body_base.h.
#include "reader_body_base.h"
#include "reader_code.h"
#include "reader_constructs.h"
#include "reader_variables.h"

using namespace clang;
using namespace cleave;

// ---- Types -------------------------------------------------------------------------------------------

static cleave_body_type_kind kindOf(QualType Type) {
  if (Type->isVoidType())
    return CLEAVE_BODY_VOID;
  if (Type->isBooleanType())
    return CLEAVE_BODY_BOOLEAN;
  if (Type->isEnumeralType())
    return CLEAVE_BODY_ENUMERATION;
  if (Type->isIntegralOrEnumerationType())
    return CLEAVE_BODY_INTEGER;
  if (Type->isRealFloatingType())
    return CLEAVE_BODY_FLOATING;
  if (Type->isAnyComplexType())
    return CLEAVE_BODY_COMPLEX;
  if (Type->isPointerType())
    return CLEAVE_BODY_POINTER;
  if (Type->isReferenceType())
    return CLEAVE_BODY_REFERENCE;
  if (Type->isArrayType())
    return CLEAVE_BODY_ARRAY;
  return Type->isRecordType() ? CLEAVE_BODY_RECORD : CLEAVE_BODY_OTHER;
}

// Whether an object of TYPE may be a part of any object (C11, 6.5p7; C++17, 6.10p8), or be read as another type.
static bool mayBeAnything(QualType Type) {
  return Type->isAnyCharacterType() || Type->isStdByteType() || Type->isUnionType();
}

const cleave_body_type *BodyBase::type(QualType Type) {
  Type = Type.getCanonicalType();
  // An array of constant elements is the same as a constant array.
  if (auto [Known, New] = Types.try_emplace(Type.getAsOpaquePtr(), nullptr); !New)
    return Known->second;
  auto *Result = make<cleave_body_type>();
  Types[Type.getAsOpaquePtr()] = Result;
  const QualType Plain = Type->isAtomicType() ? Type->castAs<AtomicType>()->getValueType() : Type;
  Result->kind = kindOf(Plain);
  Result->is_const = Context.getBaseElementType(Type).isConstQualified();
  Result->is_volatile = Type.isVolatileQualified();
  Result->is_atomic = Type->isAtomicType();
  Result->is_union = Plain->isUnionType();
  const QualType Element = Context.getBaseElementType(Plain);
  Result->holds_pointers = holdsPointers(Element) || hasPart(Element, mayBeAnything);
  const QualType Bare = Type.getUnqualifiedType();
  Result->name = copy(Bare.getAsString());
  Result->spelling = copy(spellType(Bare, Context));
  if (Plain->isIntegralOrEnumerationType()) {
    Result->bits = Context.getIntWidth(Plain);
    Result->is_signed = Plain->isSignedIntegerOrEnumerationType();
    Result->is_scoped = Plain->isScopedEnumeralType();
    Result->is_plain = isa<BuiltinType>(Plain);
  } else if (Plain->isRealFloatingType()) {
    auto *Builtin = dyn_cast<BuiltinType>(Plain);
    Result->bits = Context.getTypeSize(Plain);
    Result->is_plain = Builtin && Builtin->getKind() != BuiltinType::LongDouble;
  }
  // Clang warns of padding when it first lays out a record, and would do so twice.
  if (!Element->isRecordType() && !Type->isIncompleteType() && !Type->isDependentType() &&
      !Type->isFunctionType() && Type->isConstantSizeType() && !Type->isReferenceType())
    Result->bytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (Plain->isPointerType() || Plain->isReferenceType()) {
    Result->element = type(Plain->getPointeeType());
  } else if (const ArrayType *Array = Context.getAsArrayType(Plain)) {
    Result->element = type(Array->getElementType());
    if (auto *Constant = dyn_cast<ConstantArrayType>(Array);
        Constant && Constant->getSize().getActiveBits() < 63) {
      Value *Extent = make<Value>();
      Extent->kind = CLEAVE_BODY_CONSTANT;
      Extent->type = type(Context.getSizeType());
      Extent->has_constant = true;
      Extent->constant = Constant->getSize().getZExtValue();
      Extent->name = "";
      Result->extent = Extent;
    } else if (auto *Sized = dyn_cast<VariableArrayType>(Array); Sized && Sized->getSizeExpr()) {
      // The size was computed where the array is declared: only a variable that keeps its value will do.
      if (const VarDecl *Size = namedVariable(Sized->getSizeExpr()))
        if (Index(Size) != CLEAVE_NO_VARIABLE && KeepsValue(Size))
          Result->extent = value(Sized->getSizeExpr());
    }
  }
  Result->unqualified = Bare == Type ? Result : type(Bare);
  return Result;
}

// ---- Variables and text --------------------------------------------------------------------------------

cleave_body_text BodyBase::textOf(SourceText::Piece Piece, SourceLocation At) const {
  if (Depth)
    return Call;
  return {Piece.Range.begin, Piece.Range.end, Text.offset(At), Piece.Exact};
}

cleave_body_text BodyBase::textOf(const Expr *Expression) const {
  return Depth ? Call : textOf(Text.tokens(Expression->getSourceRange()), Expression->getBeginLoc());
}

BodyBase::Variable *BodyBase::newVariable(StringRef Name, QualType Type) {
  auto *Result = make<Variable>();
  Result->name = copy(Name);
  Result->type = type(Type);
  Result->in_region = CLEAVE_NO_VARIABLE;
  Result->order = UINT32_MAX;
  Result->is_local = true;
  Result->is_callees = true;
  Result->index = static_cast<uint32_t>(Variables.size());
  Variables.push_back(Result);
  return Result;
}

// Adds DECLARED, a variable of the current function, or of none.
BodyBase::Variable *BodyBase::declare(const VarDecl *Declared) {
  Declared = Declared->getCanonicalDecl();
  Variable *Result = newVariable(Declared->getName(), Declared->getType());
  Current->Own[Declared] = Result;
  Result->is_local = Declared->hasLocalStorage();
  Result->is_callees = Depth && Result->is_local;
  Result->keeps_value = !Depth && KeepsValue(Declared);
  Result->in_region = Result->is_callees ? CLEAVE_NO_VARIABLE : Index(Declared);
  if (!Depth && Declared->getLocation().isFileID())
    Result->declared_at = Text.offset(Declared->getLocation());
  return Result;
}

BodyBase::Variable *BodyBase::variable(const VarDecl *Declared) {
  Declared = Declared->getCanonicalDecl();
  for (Frame *At = Current; At; At = At->Captured)
    if (auto Found = At->Own.find(Declared); Found != At->Own.end())
      return Found->second;
  // A global variable, or one from outside of the region.
  if (auto Found = Region.Own.find(Declared); Found != Region.Own.end()) {
    if (!Depth || !Declared->hasGlobalStorage() || Found->second->sharing == CLEAVE_BODY_SHARED)
      return Found->second;
    // A called function names the original variable, not the copy of a clause (OpenMP 5.1, 2.21.1.2).
    Variable *&Original = Originals[Declared];
    if (!Original) {
      Original = newVariable(Declared->getName(), Declared->getType());
      Original->is_local = Original->is_callees = false;
    }
    return Original;
  }
  Frame *Before = std::exchange(Current, &Region);
  const unsigned DepthBefore = std::exchange(Depth, 0);
  Variable *Result = declare(Declared);
  Depth = DepthBefore;
  Current = Before;
  return Result;
}

static void countIn(const Stmt *Code, cleave_body_opaque &Result) {
  Result.loop_count += isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(Code);
  Result.has_jump |= isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt, ReturnStmt>(Code);
  for (const Stmt *Child : Code->children())
    if (Child)
      countIn(Child, Result);
}

// The counters of DIRECTIVE, if it is a simd construct, of which it does not use earlier values. Clauses for a linear or private
// variable do to a counter what the construct does without them.
static std::vector<const VarDecl *> ownCounters(const OMPExecutableDirective *Directive) {
  if (!isa<OMPSimdDirective>(Directive))
    return {};
  const AssociatedLoops Associated = associatedLoops(Directive);
  std::vector<const VarDecl *> Result = Associated.Counters;
  llvm::erase_if(Result, [&](const VarDecl *Counter) {
    return llvm::any_of(Associated.Loops,
                        [&](const Stmt *Loop) {
                          auto *For = dyn_cast<ForStmt>(Loop);
                          auto *First = For ? dyn_cast_or_null<BinaryOperator>(For->getInit()) : nullptr;
                          return First && names(First->getRHS(), Counter);
                        }) ||
           llvm::any_of(Directive->clauses(), [&](OMPClause *Clause) {
             return !isa<OMPLastprivateClause, OMPLinearClause, OMPPrivateClause>(Clause) &&
                    llvm::any_of(Clause->children(), [&](const Stmt *Item) { return names(Item, Counter); });
           });
  });
  return Result;
}

cleave_body_opaque *BodyBase::opaque(StringRef Reason, const Stmt *Code) {
  auto *Result = make<cleave_body_opaque>();
  Result->reason = copy("it contains code that cleave does not analyze (" + Reason.str() + ")");
  countIn(Code, *Result);
  std::map<Variable *, uint32_t> Found;
  std::vector<Variable *> Order;
  forEachUse(Code, Context, [&](const VarDecl *Used, unsigned Flags, SourceLocation) {
    Variable *It = variable(Used);
    if (Found.try_emplace(It, 0).second)
      Order.push_back(It);
    Found[It] |= Flags;
  });
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(Code)) {
    Result->has_jump = false; // jumps stay in its structured block
    for (const VarDecl *Counter : ownCounters(Directive))
      Found[variable(Counter)] |= CLEAVE_USE_ASSIGNED_FIRST;
  }
  std::vector<cleave_body_use> Uses;
  for (Variable *It : Order)
    Uses.push_back({It, Found[It]});
  storeList(Arena, Uses, Result->uses, Result->use_count);
  return Result;
}

// ---- Nodes -----------------------------------------------------------------------------------------------

std::optional<int64_t> BodyBase::constantValue(const Expr *Code) const {
  Expr::EvalResult Result;
  if (Code->isValueDependent() || !Code->getType()->isIntegralOrEnumerationType() || Code->isGLValue() ||
      !Code->EvaluateAsInt(Result, Context, Expr::SE_NoSideEffects))
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (Value.isUnsigned() ? Value.getActiveBits() > 63 : Value.getSignificantBits() > 64)
    return std::nullopt;
  return Value.getExtValue();
}

BodyBase::Value *BodyBase::newValue(cleave_body_value_kind Kind, QualType Type, const Expr *Code) {
  auto *Result = make<Value>();
  Result->kind = Kind;
  Result->type = type(Type);
  Result->text = Result->whole = textOf(Code);
  return Result;
}

BodyBase::Place *BodyBase::newPlace(cleave_body_place_kind Kind, QualType Type, const Expr *Code) {
  auto *Result = make<Place>();
  Result->kind = Kind;
  Result->type = type(Type);
  Result->text = textOf(Code);
  return Result;
}

BodyBase::Value *BodyBase::unknownValue(const Expr *Code) {
  Value *Result = newValue(CLEAVE_BODY_OPAQUE, Code->getType(), Code);
  Result->opaque = opaque(Code->getStmtClassName(), Code);
  return Result;
}

BodyBase::Place *BodyBase::unknownPlace(const Expr *Code) {
  Place *Result = newPlace(CLEAVE_BODY_UNKNOWN, Code->getType(), Code);
  Result->opaque = opaque(Code->getStmtClassName(), Code);
  return Result;
}

BodyBase::Place *BodyBase::variablePlace(Variable *Of, const Expr *Code) {
  auto *Result = make<Place>();
  Result->kind = CLEAVE_BODY_VARIABLE;
  Result->variable = Of;
  Result->type = Of->type->kind == CLEAVE_BODY_REFERENCE ? Of->type->element : Of->type;
  Result->text = textOf(Code);
  return Result;
}

BodyBase::Place *BodyBase::target(Value *Pointer, QualType Type, const Expr *Code) {
  Place *Result = newPlace(CLEAVE_BODY_TARGET, Type, Code);
  Result->pointer = Pointer;
  return Result;
}

// Whether FIELD is a capture that the closure's function does not change: closures with captures cannot be assigned (C++17, 8.1.5.1p14).
static bool isFixedCapture(const FieldDecl *Field) {
  auto *Closure = dyn_cast<CXXRecordDecl>(Field->getParent());
  const CXXMethodDecl *Function = Closure && Closure->isLambda() ? Closure->getLambdaCallOperator() : nullptr;
  return Function && (Function->isConst() || Field->getType()->isReferenceType());
}

BodyBase::Place *BodyBase::slotOf(Place *Record, const FieldDecl *Field) {
  const QualType Type = Field->getType();
  Place *Result = make<Place>();
  Result->kind = CLEAVE_BODY_MEMBER;
  Result->type = type(Type->isReferenceType() ? Context.getPointerType(Type.getNonReferenceType()) : Type);
  Result->text = Call;
  Result->record = Record;
  Result->member = copy(Field->getName());
  Result->member_index = Field->getFieldIndex();
  Result->is_assigned = !isFixedCapture(Field);
  Result->is_capture = Field->getParent()->isLambda();
  if (Result->is_capture) {
    Result->is_accessible = true; // by its place in the object
    Result->offset = Context.getFieldOffset(Field) / Context.getCharWidth();
  }
  Result->is_bit_field = Field->isBitField();
  return Result;
}

BodyBase::Place *BodyBase::baseOf(Place *Derived, QualType Base) {
  Place *Result = make<Place>();
  Result->kind = CLEAVE_BODY_MEMBER;
  Result->type = type(Base);
  Result->text = Derived->text;
  Result->record = Derived;
  Result->member = copy(Base.getCanonicalType().getUnqualifiedType().getAsString());
  Result->member_index = CLEAVE_BODY_BASE_CLASS;
  Result->is_accessible = true; // by a cast
  return Result;
}

BodyBase::Value *BodyBase::read(Place *From, const Expr *Code) {
  auto *Result = make<Value>();
  Result->kind = CLEAVE_BODY_READ;
  Result->type = From->type->unqualified;
  Result->place = From;
  Result->text = Result->whole = textOf(Code);
  return Result;
}

BodyBase::Value *BodyBase::addressOf(Place *Of, const Expr *Code) {
  Value *Result = newValue(CLEAVE_BODY_ADDRESS, Context.VoidPtrTy, Code);
  Result->place = Of;
  return Result;
}

BodyBase::Statement *BodyBase::newStatement(cleave_body_statement_kind Kind, const Stmt *Code) {
  auto *Result = make<Statement>();
  Result->kind = Kind;
  if (Code)
    Result->text = Result->whole = Depth ? Call : textOf(Text.statement(Code), Code->getBeginLoc());
  Inlined += Depth != 0;
  return Result;
}

void BodyBase::setChildren(Statement *Parent, const std::vector<Statement *> &Children) {
  storeList(Arena, Children, Parent->children, Parent->child_count);
}

BodyBase::Statement *BodyBase::sequence(const std::vector<Statement *> &Children, const Stmt *Code) {
  Statement *Result = newStatement(CLEAVE_BODY_SEQUENCE, Code);
  setChildren(Result, Children);
  return Result;
}

// Binds TO to what INITIALIZER denotes, or sets it to its value.
BodyBase::Statement *BodyBase::bind(Variable *To, const Expr *Initializer, const Stmt *Code) {
  Statement *Result = newStatement(CLEAVE_BODY_DECLARE, Code);
  Result->variable = To;
  if (Initializer && To->type->kind == CLEAVE_BODY_REFERENCE)
    Result->place = place(Initializer);
  else if (Initializer)
    Result->value = value(Initializer);
  return Result;
}
