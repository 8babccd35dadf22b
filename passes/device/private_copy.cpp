// FILE: passes/device/private_copy.cpp
// WHAT: copies the module, and inlines and simplifies kernels.
#include "private_copy.h"
#include "region_call.h"
#include "worksharing.h"

#include "../compat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace {

// A kernel that grows larger than this is not read: analysis must not be felt in the compile time.
constexpr unsigned MaxKernelInstructions = 20000;
// Outlined regions are always inlined, other functions up to this size.
constexpr unsigned MaxCalleeInstructions = 400;
constexpr unsigned MaxInliningRounds = 16;

// The same few passes at every level of optimization.
constexpr const char *Simplification =
    "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-mssa(loop-rotate,licm),simplifycfg,instcombine<no-verify-fixpoint>,loop(indvars),gvn,"
    "loop-mssa(licm),dce,instcombine<no-verify-fixpoint>";

// A part of a target region: with debug information clang calls one from another.
bool isOutlined(const Function &F) {
  return F.getName().starts_with("__omp_offloading_") || F.getName().contains("omp_outlined");
}

bool isWorthInlining(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && Callee != Call.getFunction() &&
         (isOutlined(*Callee) || Callee->getInstructionCount() <= MaxCalleeInstructions);
}

// Variables that other threads may see, and their address in shared memory, are no different from
// others here, where there is one thread.
bool allocateHere(CallBase &Call) {
  auto *Size = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Size)
    return false;
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  IRBuilder<> Builder(&Entry, Entry.begin());
  Type *Bytes = ArrayType::get(Builder.getInt8Ty(), Size->getZExtValue());
  AllocaInst *Variable = Builder.CreateAlloca(Bytes);
  Variable->setAlignment(Align(16));
  Call.replaceAllUsesWith(Builder.CreatePointerBitCastOrAddrSpaceCast(Variable, Call.getType()));
  Call.eraseFromParent();
  return true;
}

// Whether CALL is a quotient in generated text (lib/print/functions.c), computed with numbers of the host.
bool isQuotient(const CallBase &Call) {
  return Call.arg_size() == 4 && Call.getCalledFunction()->getName().contains("cleave_quotient");
}

void divide(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Call.replaceAllUsesWith(Builder.CreateUDiv(Call.getArgOperand(0), Call.getArgOperand(1)));
  Call.eraseFromParent();
}

// Replaces the calls of the run time in KERNEL that stand between an argument and its use.
bool replaceRuntimeCalls(Function &Kernel, cleave::Worksharing &Shares) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Call->getCalledFunction())
        Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    StringRef Name = Call->getCalledFunction()->getName();
    if (Name == cleave::ParallelCall && Call->arg_size() == cleave::ParallelArguments)
      Changed |= cleave::callRegion(*Call);
    else if (Name == "__kmpc_alloc_shared" && Call->arg_size() == 1)
      Changed |= allocateHere(*Call);
    else if (Name == "__kmpc_free_shared")
      Call->eraseFromParent();
    else if (isQuotient(*Call))
      divide(*Call);
    else
      Changed |= Shares.replace(*Call) || Shares.replaceLoop(*Call);
  }
  return Changed;
}

// One round of inlining; a callee that calls itself is inlined once per round.
bool inlineCalls(Function &Kernel) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (isWorthInlining(*Call))
        Calls.push_back(Call);
  bool Changed = false;
  for (CallBase *Call : Calls) {
    if (Kernel.getInstructionCount() > MaxKernelInstructions)
      return false;
    InlineFunctionInfo Info;
    Changed |= InlineFunction(*Call, Info).isSuccess();
  }
  return Changed;
}

} // namespace

namespace cleave {

bool isKernel(const Function &F) {
  return !F.isDeclaration() && !F.hasLocalLinkage() && F.arg_size() > 0 &&
         F.getParent()->getNamedValue((F.getName() + "_kernel_environment").str());
}

bool isRuntimeFunction(StringRef Name) {
  for (StringRef Prefix :
       {"__kmpc_", "omp_", "_ZN4ompx", "__omp_rtl", "__nv_", "__ocml_", "__llvm_", "ompx_"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

SmallPtrSet<const Function *, 32> functionsOf(ArrayRef<const Function *> Kernels) {
  SmallVector<const Function *, 32> Pending(Kernels);
  SmallPtrSet<const Function *, 32> Found(Kernels.begin(), Kernels.end());
  while (!Pending.empty())
    for (const Instruction &I : instructions(*Pending.pop_back_val()))
      for (const Value *Operand : I.operands())
        if (const auto *F = dyn_cast<Function>(Operand->stripPointerCasts());
            F && !isRuntimeFunction(F->getName()) && Found.insert(F).second)
          Pending.push_back(F);
  return Found;
}

bool isMathematical(StringRef Name) { return Name.starts_with("__nv_") || Name.starts_with("__ocml_"); }

std::unique_ptr<Module> copyForReading(const Module &M) {
  SmallVector<const Function *, 16> Kernels;
  for (const Function &F : M)
    if (isKernel(F))
      Kernels.push_back(&F);
  const SmallPtrSet<const Function *, 32> Read = functionsOf(Kernels);
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy = CloneModule(M, Map, [&Read](const GlobalValue *Global) {
    return !isa<Function>(Global) || Read.contains(cast<Function>(Global));
  });
  for (Function &F : *Copy)
    if (!F.isDeclaration()) {
      F.removeFnAttr(Attribute::OptimizeNone);
      F.removeFnAttr(Attribute::NoInline);
    }
  return Copy;
}

bool makeReadable(Function &Kernel, FunctionAnalysisManager &FAM) {
  Worksharing Shares;
  for (unsigned Round = 0; Round < MaxInliningRounds; ++Round) {
    const bool Replaced = replaceRuntimeCalls(Kernel, Shares);
    if (!inlineCalls(Kernel) && !Replaced)
      break;
    if (Kernel.getInstructionCount() > MaxKernelInstructions)
      return false;
  }
  FunctionPassManager FPM;
  if (Error Failed = PassBuilder().parsePassPipeline(FPM, Simplification)) {
    consumeError(std::move(Failed));
    return false;
  }
  FAM.invalidate(Kernel, FPM.run(Kernel, FAM));
  return true;
}

} // namespace cleave
