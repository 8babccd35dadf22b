// FILE: passes/frontend/reader_objects.cpp
// WHAT: converts the object of an expression in a parallel loop's body to the model's form, and stores the
//       loop's description.
#include "reader_accesses.h"

using namespace clang;
using namespace cleave;

// ---- Objects -----------------------------------------------------------------------------------------

void AccessReader::scalar(const VarDecl *Variable, bool Reads, bool Writes, SourceLocation At) {
  if (Variable->getType()->isReferenceType() || Variable->getType().isVolatileQualified())
    return giveUp();
  if (Inside.count(Variable))
    return;
  // Sequential counters are among the private variables.
  if (Private.count(Variable)) {
    if (Reads && !Assigned.count(Variable) && !Counters.count(Variable))
      return giveUp();
    if (Writes && Variable->getType()->isScalarType())
      Assigned.insert(Variable);
    return;
  }
  if (Counters.count(Variable))
    return Writes ? giveUp() : void();
  if (Writes || Reductions.count(Variable))
    return giveUp();
  Accesses.push_back({{Variable, {}, {}, false}, false, false, false, At, Around, {}});
}

void AccessReader::access(const Expr *Object, bool Reads, bool Writes) {
  Object = Object->IgnoreParens();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Object)) {
    if (auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
      return scalar(Variable->getCanonicalDecl(), Reads, Writes, Reference->getBeginLoc());
    return isa<EnumConstantDecl>(Reference->getDecl()) ? void() : giveUp();
  }
  const size_t Before = Fits.size();
  std::optional<Place> Where = object(Object);
  std::vector<Fit> Assumed = takeFits(Before);
  if (!Where || Object->getType().isVolatileQualified())
    return giveUp();
  if (Inside.count(Where->Base))
    return; // an array or a record of the body
  if (Private.count(Where->Base) || Reductions.count(Where->Base) || (Where->Subscripts.empty() && Writes))
    return giveUp();
  const bool Certain = Writes && !Conditions && !Where->InMember;
  Accesses.push_back({*Where, Writes, Reads && Writes, Certain, Object->getBeginLoc(), Around, Assumed});
}

std::optional<AccessReader::Polynomial> AccessReader::extent(QualType Array) {
  if (auto *Constant = Context.getAsConstantArrayType(Array))
    if (Constant->getSize().getActiveBits() < 63)
      return constant(Constant->getSize().getZExtValue());
  // The size was computed where the array is declared: only a variable that keeps its value will do.
  if (auto *Variable = Context.getAsVariableArrayType(Array); Variable && Variable->getSizeExpr())
    if (const VarDecl *Size = namedVariable(Variable->getSizeExpr()))
      if (Index(Size) != CLEAVE_NO_VARIABLE && KeepsValue(Size))
        return plainValue(Variable->getSizeExpr());
  return std::nullopt;
}

bool AccessReader::moves(Place &Where, const Polynomial &By) const {
  if (Where.InMember || Where.Subscripts.empty())
    return false;
  std::optional<Polynomial> Moved = sum(Where.Subscripts.back(), By, 1);
  if (Moved)
    Where.Subscripts.back() = *Moved;
  return Moved.has_value();
}

// What POINTER points to.
std::optional<AccessReader::Place> AccessReader::target(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (auto *Cast = dyn_cast<CastExpr>(Pointer)) {
    const Expr *From = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_NoOp && From->isPRValue())
      return target(From);
    if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
      std::optional<Place> Where = object(From);
      std::optional<Polynomial> Extent = Where ? extent(From->getType()) : std::nullopt;
      if (Where && Where->Subscripts.empty() && !Extent)
        Extent = constant(0);
      if (!Where || Where->InMember || !Extent)
        return std::nullopt;
      Where->Subscripts.push_back(constant(0));
      Where->Extents.push_back(*Extent);
      return Where;
    }
    const VarDecl *Variable =
        Cast->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr>(From) ? namedVariable(From) : nullptr;
    if (!Variable || !Variable->getType()->isPointerType())
      return std::nullopt;
    if (auto Found = Pointers.find(Variable); Found != Pointers.end()) {
      Fits.insert(Fits.end(), Found->second.Assumed.begin(), Found->second.Assumed.end());
      return Found->second.Value;
    }
    if (Inside.count(Variable) || Private.count(Variable) || Written.count(Variable))
      return std::nullopt;
    return Place{Variable, {constant(0)}, {constant(0)}, false};
  }
  auto *Binary = dyn_cast<BinaryOperator>(Pointer);
  if (!Binary || !Binary->isAdditiveOp())
    return std::nullopt;
  const bool PointerIsLeft = Binary->getLHS()->getType()->isPointerType();
  const Expr *By = PointerIsLeft ? Binary->getRHS() : Binary->getLHS();
  if (!By->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  std::optional<Place> Where = target(PointerIsLeft ? Binary->getLHS() : Binary->getRHS());
  evaluate(By);
  std::optional<Polynomial> Moved =
      Where && Known ? sum({}, value(By), Binary->getOpcode() == BO_Add ? 1 : -1) : std::nullopt;
  return Moved && moves(*Where, *Moved) ? Where : std::nullopt;
}

// What OBJECT, which is no plain scalar, is.
std::optional<AccessReader::Place> AccessReader::object(const Expr *Object) {
  Object = Object->IgnoreParens();
  if (auto *Reference = dyn_cast<DeclRefExpr>(Object)) {
    const VarDecl *Variable = namedVariable(Reference);
    if (!Variable || Variable->getType()->isReferenceType())
      return std::nullopt;
    return Place{Variable, {}, {}, false};
  }
  if (auto *Subscript = dyn_cast<ArraySubscriptExpr>(Object)) {
    std::optional<Place> Where = target(Subscript->getBase());
    evaluate(Subscript->getIdx());
    return Where && Known && moves(*Where, value(Subscript->getIdx())) ? Where : std::nullopt;
  }
  if (auto *Unary = dyn_cast<UnaryOperator>(Object); Unary && Unary->getOpcode() == UO_Deref)
    return target(Unary->getSubExpr());
  if (auto *Member = dyn_cast<MemberExpr>(Object); Member && isa<FieldDecl>(Member->getMemberDecl()) &&
                                                   !Member->getMemberDecl()->getType()->isReferenceType()) {
    std::optional<Place> Where = Member->isArrow() ? target(Member->getBase()) : object(Member->getBase());
    if (Where)
      Where->InMember = true;
    return Where;
  }
  return std::nullopt;
}

// ---- The description ---------------------------------------------------------------------------------

cleave_polynomial AccessReader::store(const Polynomial &Value) const {
  std::vector<cleave_term> Terms;
  for (const auto &[Factors, Coefficient] : Value) {
    cleave_term Term = {};
    Term.coefficient = Coefficient;
    Term.factor_count = Factors.size();
    std::copy(Factors.begin(), Factors.end(), Term.factors);
    Terms.push_back(Term);
  }
  cleave_polynomial Result;
  storeList(Arena, Terms, Result.terms, Result.term_count);
  return Result;
}

cleave_loop_accesses *AccessReader::store() const {
  auto *Result =
      static_cast<cleave_loop_accesses *>(cleave_arena_allocate(Arena, sizeof(cleave_loop_accesses)));
  Result->header = Header;
  Result->body_begin = BodyText.begin;
  Result->body_end = BodyText.end;
  Result->loop_count = LoopCount;
  Result->has_jump = HasJump;
  std::vector<cleave_dimension> StoredDimensions;
  for (const Dimension &It : Dimensions) {
    StoredDimensions.push_back(It.Facts);
    cleave_dimension &Stored = StoredDimensions.back();
    Stored.first = store(It.First);
    Stored.least = store(It.Least);
    Stored.most = store(It.Most);
    Stored.numerator = store(It.Numerator);
  }
  storeList(Arena, StoredDimensions, Result->dimensions, Result->dimension_count);

  std::vector<cleave_access> StoredAccesses;
  for (const Access &It : Accesses) {
    cleave_access Stored = {};
    Stored.variable = Index(It.Where.Base);
    if (Stored.variable == CLEAVE_NO_VARIABLE)
      return nullptr;
    Stored.writes = It.Writes;
    Stored.updates = It.Updates;
    Stored.certain = It.Certain;
    Stored.offset = Text.offset(It.At);
    Stored.around = It.Around;
    std::vector<cleave_polynomial> Subscripts, Extents;
    for (const Polynomial &Subscript : It.Where.Subscripts)
      Subscripts.push_back(store(Subscript));
    for (const Polynomial &Extent : It.Where.Extents)
      Extents.push_back(store(Extent));
    size_t ExtentCount;
    storeList(Arena, Subscripts, Stored.subscripts, Stored.subscript_count);
    storeList(Arena, Extents, Stored.extents, ExtentCount);
    std::vector<cleave_fit> StoredFits;
    for (const Fit &Assumed : It.Assumed)
      StoredFits.push_back({store(Assumed.Value), Context.getIntWidth(Assumed.Type),
                            Assumed.Type->isSignedIntegerOrEnumerationType(), Assumed.Around});
    storeList(Arena, StoredFits, Stored.fits, Stored.fit_count);
    StoredAccesses.push_back(Stored);
  }
  storeList(Arena, StoredAccesses, Result->accesses, Result->access_count);

  std::vector<cleave_section> StoredSections;
  for (const Section &It : Sections)
    StoredSections.push_back({Index(It.Base), store(It.First), store(It.Length)});
  storeList(Arena, StoredSections, Result->sections, Result->section_count);
  return Result;
}
