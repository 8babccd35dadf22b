// FILE: passes/device/kernel_reader.cpp
// WHAT: reads loops, memory accesses and arithmetic of a kernel.
#include "kernel_reader.h"
#include "derivative.h"
#include "expression_reader.h"
#include "private_copy.h"
#include "worksharing.h"

#include "kernelinfo/sites.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace {

// More are not compared with each other: time grows with their square.
constexpr size_t MaxSites = 2000;

class KernelReader {
public:
  KernelReader(Function &Kernel, FunctionAnalysisManager &FAM, cleave_arena *Arena)
      : Kernel(Kernel), SE(FAM.getResult<ScalarEvolutionAnalysis>(Kernel)),
        LI(FAM.getResult<LoopAnalysis>(Kernel)), Lanes(SE, LI, FAM.getResult<DominatorTreeAnalysis>(Kernel)),
        Arena(Arena) {}

  void read(cleave_kernel_information &Information);

private:
  void readLoops();
  void readInstruction(Instruction &I, cleave_kernel_information &Information);
  void readAccess(Instruction &I, Value *Pointer, Type *Ty, bool Reads, bool Writes);
  void readCall(CallBase &Call, cleave_kernel_information &Information);
  void findBase(cleave_site &Site, const SCEV *Address);
  bool sharesIterations(const Loop &L);
  const SCEV *meanTripCount(const SCEV *Back);
  int32_t indexOf(const Loop *L) const;

  Function &Kernel;
  ScalarEvolution &SE;
  LoopInfo &LI;
  cleave::LaneDerivatives Lanes;
  cleave_arena *Arena;
  bool SharesLoops = false;   // a thread gets its share of a loop here
  const SCEV *Last = nullptr; // the number of the last iteration of the parallel loop; null: unknown
  DenseMap<const Loop *, int32_t> Indices; // -1: of the parallel loop
  std::vector<cleave_kernel_loop> Loops;
  std::vector<cleave_site> Sites;
  std::vector<const SCEV *> Bases; // the address of the first site of each base
  std::vector<int32_t> BaseLoops;
};

bool holds(const SCEV *S, cleave::Marker Which) {
  return SCEVExprContains(S, [Which](const SCEV *Part) {
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && cleave::markerOf(Unknown->getValue()) == Which;
  });
}

// Whether V, which a loop is compared with, is the end of a chunk, or the lesser of that and another.
bool isEndOfChunk(Value *V) {
  constexpr size_t MaxValues = 64;
  SmallSetVector<Value *, 16> Parts;
  Parts.insert(V);
  for (size_t I = 0; I < Parts.size() && I < MaxValues; ++I) {
    if (cleave::markerOf(Parts[I]) == cleave::Marker::Upper)
      return true;
    if (isa<PHINode, CastInst, BinaryOperator, SelectInst, MinMaxIntrinsic>(Parts[I]))
      for (Value *Operand : cast<Instruction>(Parts[I])->operands())
        Parts.insert(Operand);
  }
  return false;
}

// Whether L goes through the chunks of a thread or of a team, or through the iterations of a chunk.
bool KernelReader::sharesIterations(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting)
    if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator()))
      if (auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition()))
        for (Value *Operand : Compare->operands())
          if (isEndOfChunk(Operand))
            return true;
  for (BasicBlock *Block : L.blocks())
    if (LI.getLoopFor(Block) == &L)
      for (Instruction &I : *Block)
        if (auto *Call = dyn_cast<CallBase>(&I))
          if (const Function *Callee = Call->getCalledFunction())
            if (Callee->getName().starts_with("__kmpc_dispatch_next_"))
              return true;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!SE.isSCEVable(Phi.getType()))
      continue;
    const SCEV *S = SE.getSCEV(&Phi);
    if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S)) {
      if (Recurrence->getLoop() == &L && holds(Recurrence->getStepRecurrence(SE), cleave::Marker::Stride))
        return true;
    } else if (BasicBlock *Latch = L.getLoopLatch()) {
      if (holds(SE.getSCEV(Phi.getIncomingValueForBlock(Latch)), cleave::Marker::Stride))
        return true;
    }
  }
  return false;
}

// An expression as it is in the lane that runs one particular iteration of the parallel loop.
class InIteration : public SCEVRewriteVisitor<InIteration> {
public:
  InIteration(ScalarEvolution &SE, const SCEV *Iteration, const DenseMap<const Loop *, int32_t> &Indices)
      : SCEVRewriteVisitor(SE), Iteration(Iteration), Indices(Indices) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Recurrence) {
    auto Found = Indices.find(Recurrence->getLoop());
    if (Found != Indices.end() && Found->second < 0)
      return visit(Recurrence->getStart());
    return Recurrence;
  }

  const SCEV *visitUnknown(const SCEVUnknown *S) {
    switch (cleave::markerOf(S->getValue())) {
    case cleave::Marker::Lane:
      Failed |= !cleave::lastOf(S->getValue()); // a chunk of several iterations
      return SE.getTruncateOrSignExtend(Iteration, S->getType());
    case cleave::Marker::Team:
      return SE.getZero(S->getType());
    default:
      return S;
    }
  }

  bool Failed = false;

private:
  const SCEV *Iteration;
  const DenseMap<const Loop *, int32_t> &Indices;
};

// The mean of the trip counts in the first and in the last iteration of the parallel loop, for a loop
// whose back edge is taken BACK times: that of all, if it grows or shrinks evenly.
const SCEV *KernelReader::meanTripCount(const SCEV *Back) {
  if (!Last)
    return nullptr;
  Type *Wide = Type::getInt64Ty(Kernel.getContext());
  const SCEV *Sum = SE.getZero(Wide);
  for (const SCEV *Iteration : {SE.getZero(Wide), SE.getNoopOrSignExtend(Last, Wide)}) {
    InIteration Rewriter(SE, Iteration, Indices);
    const SCEV *There = Rewriter.visit(Back);
    if (Rewriter.Failed)
      return nullptr;
    while (auto *Extension = dyn_cast<SCEVZeroExtendExpr>(There))
      There = Extension->getOperand();
    There = SE.getAddExpr(SE.getNoopOrSignExtend(There, Wide), SE.getOne(Wide));
    Sum = SE.getAddExpr(Sum, SE.getSMaxExpr(There, SE.getZero(Wide)));
  }
  return SE.getUDivExpr(Sum, SE.getConstant(Wide, 2));
}

int32_t KernelReader::indexOf(const Loop *L) const { return L ? Indices.lookup(L) : -1; }

void KernelReader::readLoops() {
  for (const Loop *L : LI.getLoopsInPreorder()) {
    if (sharesIterations(*L) || Loops.size() == CLEAVE_KERNEL_MAX_LOOPS) {
      Indices[L] = -1;
      continue;
    }
    cleave_kernel_loop Read = {};
    Read.parent = indexOf(L->getParentLoop());
    Read.depth = Read.parent < 0 ? 1 : Loops[Read.parent].depth + 1;
    const SCEV *Back = SE.getBackedgeTakenCount(L);
    if (!isa<SCEVCouldNotCompute>(Back)) {
      cleave::Derivative D = Lanes.of(Back, L->getParentLoop());
      Read.varies = !D.Step || !D.Step->isZero() || D.RowBreak;
    } else {
      Read.varies = true;
    }
    if (!Read.varies)
      Read.trip_count = cleave::writeTripCount(Back, SE, Arena);
    else if (!isa<SCEVCouldNotCompute>(Back))
      Read.trip_count = cleave::writeExpression(meanTripCount(Back), SE, Arena);
    Indices[L] = int32_t(Loops.size());
    Loops.push_back(Read);
  }
}

// Gives SITE the number of the first site whose address differs from its own by a constant.
void KernelReader::findBase(cleave_site &Site, const SCEV *Address) {
  for (size_t I = 0; I < Bases.size(); ++I) {
    if (BaseLoops[I] != Site.loop)
      continue;
    const SCEV *Difference = SE.getMinusSCEV(Address, Bases[I]);
    if (auto *Constant = dyn_cast<SCEVConstant>(Difference)) {
      Site.base = uint32_t(I);
      Site.offset = Constant->getAPInt().getSExtValue();
      return;
    }
  }
  Site.base = uint32_t(Bases.size());
  Bases.push_back(Address);
  BaseLoops.push_back(Site.loop);
}

uint32_t lineOf(const Instruction &I) {
  const DILocation *At = I.getDebugLoc().get();
  return At ? At->getLine() : 0;
}

void KernelReader::readAccess(Instruction &I, Value *Pointer, Type *Ty, bool Reads, bool Writes) {
  if (cleave::isPrivateMemory(Pointer))
    return;
  cleave_site Site = {};
  Site.reads = Reads;
  Site.writes = Writes;
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  Site.element_bytes = uint32_t(DL.getTypeStoreSize(Ty).getKnownMinValue());
  Site.line = lineOf(I);
  Site.loop = indexOf(LI.getLoopFor(I.getParent()));
  const SCEV *Address = SE.getSCEV(Pointer);
  findBase(Site, Address);
  cleave::Derivative D = Lanes.of(Address, LI.getLoopFor(I.getParent()));
  if (!SharesLoops || !D.Step) {
    Site.difference = CLEAVE_DIFFERENCE_UNKNOWN;
  } else {
    Site.row_break = D.RowBreak;
    if (D.RowBreak)
      Site.row_extent = cleave::writeExpression(D.Extent, SE, Arena);
    if (auto *Constant = dyn_cast<SCEVConstant>(D.Step)) {
      Site.difference = CLEAVE_DIFFERENCE_CONSTANT;
      Site.bytes = Constant->getAPInt().getSExtValue();
    } else {
      Site.difference = CLEAVE_DIFFERENCE_SYMBOLIC;
      Site.symbolic = cleave::writeExpression(D.Step, SE, Arena);
    }
  }
  Sites.push_back(Site);
}

// Calls that touch no memory of the program, or whose accesses are no part of the loop.
bool isHarmless(const CallBase &Call, const Function &Callee) {
  // What runs a part of the program that was not inlined. Reductions end a loop and are small.
  for (const Use &Argument : Call.args())
    if (auto *Passed = dyn_cast<Function>(Argument.get()->stripPointerCasts()))
      if (!Passed->getName().contains("reduction"))
        return false;
  StringRef Name = Callee.getName();
  return Call.doesNotAccessMemory() || Call.onlyAccessesInaccessibleMemory() ||
         cleave::isRuntimeFunction(Name) || Name.starts_with("llvm.lifetime") ||
         Name.starts_with("llvm.nvvm.") || Name.starts_with("llvm.amdgcn.");
}

void KernelReader::readCall(CallBase &Call, cleave_kernel_information &Information) {
  if (auto *Moved = dyn_cast<AnyMemIntrinsic>(&Call)) {
    Type *Byte = Type::getInt8Ty(Kernel.getContext());
    readAccess(Call, Moved->getRawDest(), Byte, false, true);
    if (auto *Copied = dyn_cast<AnyMemTransferInst>(&Call))
      readAccess(Call, Copied->getRawSource(), Byte, true, false);
    return;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !(isHarmless(Call, *Callee) || isa<DbgInfoIntrinsic>(Call) || Call.isInlineAsm()))
    Information.unknown_accesses = true;
}

// Operations of one lane; a fused multiplication and addition are two.
uint32_t flopsOf(const Instruction &I) {
  uint32_t Elements = 1;
  if (auto *Vector = dyn_cast<FixedVectorType>(I.getType()))
    Elements = Vector->getNumElements();
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
    return Elements;
  case Instruction::Call: {
    const Function *Callee = cast<CallBase>(I).getCalledFunction();
    if (!Callee || !I.getType()->isFPOrFPVectorTy())
      return 0;
    switch (Callee->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return 2 * Elements;
    case Intrinsic::fabs:
    case Intrinsic::copysign:
      return 0;
    default:
      return Callee->doesNotAccessMemory() || Callee->getName().starts_with("__nv_") ? Elements : 0;
    }
  }
  default:
    return 0;
  }
}

void KernelReader::readInstruction(Instruction &I, cleave_kernel_information &Information) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    readAccess(I, Load->getPointerOperand(), I.getType(), true, false);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    readAccess(I, Store->getPointerOperand(), Store->getValueOperand()->getType(), false, true);
  else if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    readAccess(I, Update->getPointerOperand(), I.getType(), true, true);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    readAccess(I, Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType(), true, true);
  else if (auto *Call = dyn_cast<CallBase>(&I))
    readCall(*Call, Information);
  const int32_t At = indexOf(LI.getLoopFor(I.getParent()));
  (At < 0 ? Information.flops : Loops[At].flops) += flopsOf(I);
}

void KernelReader::read(cleave_kernel_information &Information) {
  for (Instruction &I : instructions(Kernel)) {
    const cleave::Marker Which = cleave::markerOf(&I);
    SharesLoops |= Which == cleave::Marker::Lane;
    if (Which == cleave::Marker::Team || (Which == cleave::Marker::Lane && !Last))
      if (Value *Given = cleave::lastOf(&I))
        if (cleave::markerOf(Given) == cleave::Marker::None)
          Last = SE.getSCEV(Given);
  }
  Information.argument_count = unsigned(Kernel.arg_size()) - 1;
  readLoops();
  Information.unknown_accesses |= Loops.size() == CLEAVE_KERNEL_MAX_LOOPS;
  for (Instruction &I : instructions(Kernel)) {
    if (Sites.size() > MaxSites) {
      Information.unknown_accesses = true;
      break;
    }
    readInstruction(I, Information);
  }
  auto *Kept = static_cast<cleave_kernel_loop *>(
      cleave_arena_allocate(Arena, Loops.size() * sizeof(cleave_kernel_loop)));
  std::copy(Loops.begin(), Loops.end(), Kept);
  Information.loops = Kept;
  Information.loop_count = Loops.size();
  cleave_kernel_information_add_sites(&Information, Sites.data(), Sites.size(), Arena);
}

} // namespace

namespace cleave {

void readKernel(Function &Kernel, FunctionAnalysisManager &FAM, cleave_arena *Arena,
                cleave_kernel_information &Information) {
  KernelReader(Kernel, FAM, Arena).read(Information);
}

} // namespace cleave
