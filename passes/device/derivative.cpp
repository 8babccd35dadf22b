// FILE: passes/device/derivative.cpp
// WHAT: derivatives of ScalarEvolution's expressions, and of values that are opaque to it: quotients, shifts,
//       loads, calls, joins.
#include "derivative.h"
#include "private_copy.h"
#include "worksharing.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
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

// ---- Values that are opaque to ScalarEvolution --------------------------------------------------------

bool isPrivateMemory(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  for (const Value *Object : Objects) {
    if (isa<AllocaInst>(Object))
      return true;
    if (auto *Call = dyn_cast<CallBase>(Object))
      if (const Function *Callee = Call->getCalledFunction())
        if (Callee->getName() == "__kmpc_alloc_shared")
          return true;
    constexpr unsigned Shared = 3, Local = 5; // address spaces of NVPTX and of AMDGPU
    const unsigned Space = Object->getType()->getPointerAddressSpace();
    if (Space == Shared || Space == Local)
      return true;
  }
  return false;
}

Derivative LaneDerivatives::of(Value *V, unsigned Depth) {
  if (!SE.isSCEVable(V->getType())) {
    auto *I = dyn_cast<Instruction>(V);
    const Loop *From = I ? LI.getLoopFor(I->getParent()) : nullptr;
    if (From && !From->contains(Scope) && !lanesLeaveTogether(From, Depth + 1))
      return {};
    return ofOpaque(V, Depth);
  }
  return of(SE.getSCEV(V), Depth);
}

Derivative LaneDerivatives::ofOpaque(Value *V, unsigned Depth) {
  auto Found = Known.find(V);
  if (Found != Known.end())
    return Found->second;
  if (++Depth > 64)
    return {};
  // A type that is no integer has no step, but it can be uniform.
  Type *Ty = SE.isSCEVable(V->getType()) ? V->getType() : IntegerType::get(V->getContext(), 64);
  if (isa<Constant>(V) || isa<Argument>(V))
    return zero(Ty);
  auto *I = dyn_cast<Instruction>(V);
  Derivative Result = I ? ofInstruction(*I, Depth) : Derivative();
  Known[V] = Result;
  return Result;
}

bool LaneDerivatives::operandsAreUniform(Instruction &I, unsigned Depth) {
  for (Value *Operand : I.operands())
    if (!isa<BasicBlock>(Operand) && !isa<MetadataAsValue>(Operand) && !isZero(of(Operand, Depth)))
      return false;
  return true;
}

Derivative LaneDerivatives::ofInstruction(Instruction &I, unsigned Depth) {
  SaveAndRestore<const Loop *> Saved(Scope, LI.getLoopFor(I.getParent()));
  Type *Ty = SE.isSCEVable(I.getType()) ? I.getType() : IntegerType::get(I.getContext(), 64);
  switch (I.getOpcode()) {
  case Instruction::Load:
    return ofLoad(I, Depth);
  case Instruction::Call:
    return ofCall(I, Depth);
  case Instruction::PHI:
    return ofPhi(cast<PHINode>(I), Depth);
  case Instruction::Select: {
    auto &Select = cast<SelectInst>(I);
    if (!isZero(of(Select.getCondition(), Depth)))
      return {};
    return ofEqualArms({of(Select.getTrueValue(), Depth), of(Select.getFalseValue(), Depth)});
  }
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
  case Instruction::IntToPtr:
    return of(I.getOperand(0), Depth);
  case Instruction::SDiv:
  case Instruction::UDiv:
    return ofQuotient(SE.getSCEV(I.getOperand(0)), SE.getSCEV(I.getOperand(1)), Depth);
  case Instruction::SRem:
  case Instruction::URem:
    return ofRemainder(SE.getSCEV(I.getOperand(0)), SE.getSCEV(I.getOperand(1)), Depth);
  case Instruction::AShr:
  case Instruction::LShr:
    if (auto *By = dyn_cast<ConstantInt>(I.getOperand(1)))
      if (By->getValue().ult(I.getType()->getIntegerBitWidth() - 1))
        return ofQuotient(
            SE.getSCEV(I.getOperand(0)),
            SE.getConstant(APInt::getOneBitSet(I.getType()->getIntegerBitWidth(), By->getZExtValue())),
            Depth);
    break;
  case Instruction::Store:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Alloca:
    return {};
  default:
    break;
  }
  return operandsAreUniform(I, Depth) ? zero(Ty) : Derivative();
}

// All threads that read one place read one value, if it is one place for all of them.
Derivative LaneDerivatives::ofLoad(Instruction &I, unsigned Depth) {
  auto &Load = cast<LoadInst>(I);
  if (isPrivateMemory(Load.getPointerOperand()) || !isZero(of(Load.getPointerOperand(), Depth)))
    return {};
  return zero(SE.isSCEVable(I.getType()) ? I.getType() : IntegerType::get(I.getContext(), 64));
}

Derivative LaneDerivatives::ofCall(Instruction &I, unsigned Depth) {
  auto &Call = cast<CallBase>(I);
  Type *Ty = SE.isSCEVable(I.getType()) ? I.getType() : IntegerType::get(I.getContext(), 64);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return {};
  switch (markerOf(&I)) {
  case Marker::Lane:
    return constant(Ty, 1);
  case Marker::Block:
  case Marker::Stride:
  case Marker::Team:
    return zero(Ty);
  case Marker::Upper:
    return {};
  case Marker::None:
    break;
  }
  StringRef Name = Callee->getName();
  for (StringRef Thread :
       {"omp_get_thread_num", "__kmpc_get_hardware_thread_id_in_block", "llvm.nvvm.read.ptx.sreg.tid.x",
        "llvm.nvvm.read.ptx.sreg.laneid", "llvm.amdgcn.workitem.id.x"})
    if (Name == Thread)
      return constant(Ty, 1);
  for (StringRef Same :
       {"omp_get_num_threads", "omp_get_num_teams", "omp_get_team_num", "omp_get_max_threads",
        "__kmpc_get_hardware_num_threads_in_block", "__kmpc_get_hardware_num_blocks",
        "llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ctaid.x",
        "llvm.nvvm.read.ptx.sreg.nctaid.x", "llvm.amdgcn.workgroup.id.x", "__kmpc_alloc_shared"})
    if (Name == Same)
      return zero(Ty);
  if ((Callee->doesNotAccessMemory() || cleave::isMathematical(Name)) && !Callee->isConvergent())
    return operandsAreUniform(I, Depth) ? zero(Ty) : Derivative();
  return {};
}

// At the head of a loop: as in the first iteration, if it then stays so.
Derivative LaneDerivatives::ofHeaderPhi(PHINode &Phi, unsigned Depth) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  Derivative Start;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I)
    if (!L->contains(Phi.getIncomingBlock(I))) {
      SaveAndRestore<const Loop *> Saved(Scope, L->getParentLoop());
      Start = of(Phi.getIncomingValue(I), Depth);
    }
  if (!Start.Step)
    return {};
  Known[&Phi] = Start; // the assumption, under which the iteration is looked at
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    if (!L->contains(Phi.getIncomingBlock(I)))
      continue;
    Derivative Next = of(Phi.getIncomingValue(I), Depth);
    if (Next.Step != Start.Step || Next.RowBreak != Start.RowBreak || Next.Extent != Start.Extent) {
      // What was found under the assumption does not hold.
      Known.clear();
      KnownExpressions.clear();
      return {};
    }
  }
  return Start;
}

// Whether all lanes get to BLOCK on one way: no branch between it and its dominator asks for what
// differs from lane to lane.
bool LaneDerivatives::joinIsUniform(BasicBlock &Block, unsigned Depth) {
  constexpr size_t MaxBlocks = 64;
  auto *Above = DT.getNode(&Block) ? DT.getNode(&Block)->getIDom() : nullptr;
  if (!Above)
    return false;
  SmallSetVector<BasicBlock *, 16> Way;
  Way.insert(pred_begin(&Block), pred_end(&Block));
  for (size_t I = 0; I < Way.size(); ++I) {
    if (Way.size() > MaxBlocks)
      return false;
    BasicBlock *At = Way[I];
    for (Value *Operand : At->getTerminator()->operands())
      if (!isa<BasicBlock>(Operand) && !isZero(of(Operand, Depth)))
        return false;
    if (At != Above->getBlock())
      Way.insert(pred_begin(At), pred_end(At));
  }
  return true;
}

Derivative LaneDerivatives::ofPhi(PHINode &Phi, unsigned Depth) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  if (L && L->getHeader() == Phi.getParent())
    return ofHeaderPhi(Phi, Depth);
  SmallVector<Derivative, 4> Arms;
  bool Exits = false;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    const Loop *From = LI.getLoopFor(Phi.getIncomingBlock(I));
    Exits |= From != L && From && (!L || L->contains(From));
    Arms.push_back(of(Phi.getIncomingValue(I), Depth)); // used here, outside of FROM
  }
  if (Phi.getNumIncomingValues() == 1)
    return Arms.front();
  if (Exits || !joinIsUniform(*Phi.getParent(), Depth))
    return {};
  return ofEqualArms(Arms);
}

} // namespace cleave
