// FILE: passes/device/derivative.cpp
// WHAT: derivatives of ScalarEvolution's expressions.
#include "derivative.h"
#include "private_copy.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace cleave {

// Deeper expressions are unknown; so is everything once so many values were looked at.
static constexpr unsigned MaxDepth = 64;
static constexpr unsigned MaxVisited = 100000;

Derivative LaneDerivatives::constant(Type *Ty, int64_t Step) {
  return {SE.getConstant(SE.getEffectiveSCEVType(Ty), uint64_t(Step), true), false, nullptr};
}

bool LaneDerivatives::isZero(const Derivative &D) const { return D.Step && D.Step->isZero() && !D.RowBreak; }

Derivative LaneDerivatives::joined(Derivative D, const Derivative &Other) {
  if (!Other.RowBreak)
    return D;
  return broken(D, Other.Extent);
}

Derivative LaneDerivatives::broken(Derivative D, const SCEV *Extent) {
  if (!D.RowBreak)
    D.Extent = Extent;
  else if (D.Extent && Extent)
    D.Extent = SE.getSMinExpr(D.Extent, Extent);
  else
    D.Extent = nullptr;
  D.RowBreak = true;
  return D;
}

const SCEV *LaneDerivatives::rowOf(const SCEV *Divisor, const SCEV *Step) {
  Type *Wide = IntegerType::get(SE.getContext(), 64);
  if (SE.getTypeSizeInBits(Divisor->getType()) > 64)
    return nullptr;
  const SCEV *Row = SE.getNoopOrSignExtend(Divisor, Wide);
  auto *Constant = dyn_cast<SCEVConstant>(Step);
  if (!Constant)
    return nullptr;
  APInt Size = Constant->getAPInt().abs();
  if (Size.isZero())
    return nullptr;
  return Size.isOne() ? Row : SE.getUDivExpr(Row, SE.getConstant(Size.zextOrTrunc(64)));
}

// x / n. Exact if both change by constants that divide.
Derivative LaneDerivatives::ofQuotient(const SCEV *Left, const SCEV *Right, unsigned Depth) {
  Derivative Dividend = of(Left, Depth), Divisor = of(Right, Depth);
  if (!Dividend.Step || !isZero(Divisor))
    return {};
  if (Dividend.Step->isZero())
    return Dividend;
  auto *Step = dyn_cast<SCEVConstant>(Dividend.Step);
  auto *By = dyn_cast<SCEVConstant>(Right);
  if (Step && By && !By->getAPInt().isZero() && Step->getAPInt().srem(By->getAPInt()).isZero()) {
    Dividend.Step = SE.getConstant(Step->getAPInt().sdiv(By->getAPInt()));
    return Dividend;
  }
  const SCEV *Row = rowOf(Right, Dividend.Step);
  Dividend.Step = SE.getZero(Dividend.Step->getType());
  return broken(Dividend, Row);
}

// x % n changes like x, up to the end of the row.
Derivative LaneDerivatives::ofRemainder(const SCEV *Left, const SCEV *Right, unsigned Depth) {
  Derivative Dividend = of(Left, Depth);
  if (!Dividend.Step || !isZero(of(Right, Depth)))
    return {};
  if (Dividend.Step->isZero())
    return Dividend;
  return broken(Dividend, rowOf(Right, Dividend.Step));
}

// Of a product at most one factor may vary.
Derivative LaneDerivatives::ofProduct(const SCEV *S, unsigned Depth) {
  auto *Product = cast<SCEVMulExpr>(S);
  Derivative Result = zero(S->getType());
  SmallVector<const SCEV *, 4> Factors;
  bool Varies = false;
  for (const SCEV *Factor : Product->operands()) {
    Derivative D = of(Factor, Depth);
    if (!D.Step)
      return {};
    if (!isZero(D)) {
      if (Varies)
        return {};
      Varies = true;
      Result = joined(Result, D);
      Factor = D.Step;
    }
    Factors.push_back(Factor);
  }
  if (Varies)
    Result.Step = SE.getMulExpr(Factors);
  return Result;
}

Derivative LaneDerivatives::ofEqualArms(ArrayRef<Derivative> Arms) {
  Derivative Result = Arms.front();
  for (const Derivative &Arm : Arms) {
    if (!Arm.Step || Arm.Step != Result.Step)
      return {};
    Result = joined(Result, Arm);
  }
  return Result;
}

// Whether all lanes go through the same number of iterations of FROM, and of the loops around it that
// the present use is outside of.
bool LaneDerivatives::lanesLeaveTogether(const Loop *From, unsigned Depth) {
  for (; From && !From->contains(Scope); From = From->getParentLoop()) {
    const SCEV *Back = SE.getBackedgeTakenCount(From);
    SaveAndRestore<const Loop *> Saved(Scope, From->getParentLoop());
    if (isa<SCEVCouldNotCompute>(Back) || !isZero(of(Back, Depth)))
      return false;
  }
  return true;
}

Derivative LaneDerivatives::of(const SCEV *S, unsigned Depth) {
  const Loop *From = nullptr;
  if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
    From = Recurrence->getLoop();
  else if (auto *Opaque = dyn_cast<SCEVUnknown>(S))
    if (auto *I = dyn_cast<Instruction>(Opaque->getValue()))
      From = LI.getLoopFor(I->getParent());
  if (From && !From->contains(Scope) && !lanesLeaveTogether(From, Depth + 1))
    return {};
  return ofExpression(S, Depth);
}

Derivative LaneDerivatives::ofExpression(const SCEV *S, unsigned Depth) {
  auto Found = KnownExpressions.find({S, Scope});
  if (Found != KnownExpressions.end())
    return Found->second;
  if (++Depth > MaxDepth || ++Visited > MaxVisited)
    return {};
  Derivative Result;
  switch (S->getSCEVType()) {
  case scConstant:
  case scVScale:
    Result = zero(S->getType());
    break;
  case scUnknown:
    return ofOpaque(cast<SCEVUnknown>(S)->getValue(), Depth); // may rest on an assumption
  case scPtrToInt:
    return of(cast<SCEVPtrToIntExpr>(S)->getOperand(), Depth);
  case scTruncate: {
    Result = of(cast<SCEVTruncateExpr>(S)->getOperand(), Depth);
    if (Result.Step) {
      const unsigned Bits = SE.getTypeSizeInBits(S->getType());
      const bool Varies = !Result.Step->isZero();
      const SCEV *Before = Result.Step;
      Result.Step = SE.getTruncateExpr(Result.Step, S->getType());
      // Wide enough for the numbers of iterations; what is narrower begins again and again.
      if (Varies && Bits < 32)
        Result = broken(Result, rowOf(SE.getConstant(APInt(64, 1).shl(Bits)), Before));
    }
    return Result;
  }
  case scZeroExtend:
  case scSignExtend:
    Result = of(cast<SCEVCastExpr>(S)->getOperand(), Depth);
    if (Result.Step)
      Result.Step = SE.getSignExtendExpr(Result.Step, S->getType());
    return Result;
  case scAddExpr: {
    Result = zero(S->getType());
    SmallVector<const SCEV *, 4> Steps;
    for (const SCEV *Term : cast<SCEVAddExpr>(S)->operands()) {
      Derivative D = of(Term, Depth);
      if (!D.Step)
        return {};
      Steps.push_back(D.Step);
      Result = joined(Result, D);
    }
    Result.Step = SE.getAddExpr(Steps);
    return Result;
  }
  case scMulExpr:
    return ofProduct(S, Depth);
  case scUDivExpr: {
    auto *Quotient = cast<SCEVUDivExpr>(S);
    return ofQuotient(Quotient->getLHS(), Quotient->getRHS(), Depth);
  }
  case scAddRecExpr: {
    auto *Recurrence = cast<SCEVAddRecExpr>(S);
    Derivative Start = of(Recurrence->getStart(), Depth);
    for (const SCEV *Operand : drop_begin(Recurrence->operands()))
      if (!isZero(of(Operand, Depth)))
        return {};
    return Start;
  }
  case scUMaxExpr:
  case scSMaxExpr:
  case scUMinExpr:
  case scSMinExpr:
  case scSequentialUMinExpr: {
    for (const SCEV *Operand : S->operands())
      if (!isZero(of(Operand, Depth)))
        return {};
    return zero(S->getType());
  }
  case scCouldNotCompute:
    return {};
  }
  KnownExpressions[{S, Scope}] = Result;
  return Result;
}

} // namespace cleave
