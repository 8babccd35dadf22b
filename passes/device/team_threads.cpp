// FILE: passes/device/team_threads.cpp
// WHAT: gives the teams of a kernel as many threads as its parallel constructs ask for. lib/kernelinfo/asked_threads.c has the choice.
//
// The limit of a kernel is in three places. The assembler's says how many registers a thread may have. The kernel's environment tells the
// run time how many threads to start if the program has no thread_limit. LLVM's OpenMP optimizations replace the size of a team
// by the attribute. The attribute is removed, because a program that has thread_limit(128) starts 128 threads as before: its host code
// passes that number at the launch. For the same reason the limit may change without a look at the clauses.
//
// A kernel that asks the run time for a number (omp_get_...) keeps its teams: its results may depend on their size. The same holds for one
// that calls a function whose body is not known, which may ask.
#include "device.h"
#include "private_copy.h"

#include "../compat_kernels.h"

#include "kernelinfo/asked_threads.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {

// Members of the configuration in a kernel's environment.
enum : unsigned { LeastThreads = 3, MostThreads = 4 };

// Whether CALL may ask for the number of threads.
bool mayAsk(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return !Call.isInlineAsm();
  return Callee->getName().starts_with("omp_get_") ||
         (Callee->isDeclaration() && !Callee->isIntrinsic() && !cleave::isRuntimeFunction(Callee->getName()));
}

// The numbers of threads that the parallel constructs of KERNEL ask for; none if the kernel may ask for numbers.
SmallVector<uint64_t, 8> threadsAsked(const Function &Kernel) {
  SmallVector<uint64_t, 8> Asked;
  for (const Function *F : cleave::functionsOf(&Kernel))
    for (const Instruction &I : instructions(*F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        continue;
      if (mayAsk(*Call))
        return {};
      const Function *Callee = Call->getCalledFunction();
      if (!Callee || Callee->getName() != cleave::ParallelCall)
        continue;
      const auto *Number = Call->arg_size() == cleave::ParallelArguments
                               ? dyn_cast<ConstantInt>(Call->getArgOperand(3))
                               : nullptr;
      if (!Number || !Number->isMinusOne()) // -1: no clause
        Asked.push_back(Number ? Number->getZExtValue() : 0);
    }
  return Asked;
}

GlobalVariable *environmentOf(const Function &Kernel) {
  return Kernel.getParent()->getGlobalVariable((Kernel.getName() + "_kernel_environment").str(), true);
}

// Sets both numbers of threads in the environment of KERNEL. False if it is unlike the run time's.
bool setThreads(const Function &Kernel, unsigned Threads) {
  GlobalVariable *Environment = environmentOf(Kernel);
  auto *All = Environment && Environment->hasInitializer()
                  ? dyn_cast<ConstantStruct>(Environment->getInitializer())
                  : nullptr;
  auto *Configuration = All && All->getNumOperands() ? dyn_cast<ConstantStruct>(All->getOperand(0)) : nullptr;
  if (!Configuration || Configuration->getNumOperands() <= MostThreads ||
      !Configuration->getOperand(LeastThreads)->getType()->isIntegerTy(32) ||
      !Configuration->getOperand(MostThreads)->getType()->isIntegerTy(32))
    return false;
  SmallVector<Constant *, 12> Members, Parts;
  for (const Use &Member : Configuration->operands())
    Members.push_back(cast<Constant>(Member));
  Members[LeastThreads] = Members[MostThreads] = ConstantInt::get(Members[MostThreads]->getType(), Threads);
  for (const Use &Part : All->operands())
    Parts.push_back(cast<Constant>(Part));
  Parts[0] = ConstantStruct::get(Configuration->getType(), Members);
  Environment->setInitializer(ConstantStruct::get(All->getType(), Parts));
  return true;
}

struct TeamThreadsPass : PassInfoMixin<TeamThreadsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!Triple(M.getTargetTriple()).isNVPTX())
      return PreservedAnalyses::all();
    cleave::KernelLimits Limits(M);
    SmallVector<std::pair<Function *, unsigned>, 16> Changed;
    for (Function &F : M) {
      const uint64_t Limit = cleave::isKernel(F) ? Limits.threadsOf(F) : 0;
      if (!Limit)
        continue;
      const auto Asked = threadsAsked(F);
      const uint32_t Threads = cleave_team_threads(Limit, Asked.data(), Asked.size());
      if (Threads != Limit && setThreads(F, Threads))
        Changed.push_back({&F, Threads});
    }
    for (auto [F, Threads] : Changed) {
      F->removeFnAttr("omp_target_thread_limit");
      Limits.setMostThreads(*F, Threads);
    }
    return Changed.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

namespace cleave {

// Before the code of kernels is inlined, and before LLVM's OpenMP optimizations.
void addTeamThreads(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(TeamThreadsPass());
  });
}

} // namespace cleave
