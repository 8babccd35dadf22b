// FILE: passes/device/runtime_elision.cpp
// WHAT: replaces the calls of the device run time in simple kernels by the few instructions that they stand for.
//
// The run time keeps a state for each team in shared memory: the nesting of parallel regions, their sizes, a stack of variables. A
// kernel initializes it behind a barrier, and updates it around its parallel region behind four more. A kernel of a single loop has
// no use for the state. LLVM's OpenMPOpt removes it only after it has inlined all code of the run time, and keeps it if another
// kernel of the file starts in generic mode.
//
// Why that is allowed.
// 1. The kernel starts in SPMD mode: all threads of the team execute the code around its only parallel region, and then
//    the region. Without `if` and `num_threads` the region has all threads of the team (OpenMP 5.1, 2.6.1, and the run time's
//    determineNumberOfThreads). So the number of a thread in it is that of the hardware.
// 2. Nothing else reads the state. Each function that the kernel reaches is part of the module, or an intrinsic, or one of the
//    mathematical library; of the run time it calls only what is replaced here. A function that calls the run time is reached from
//    one place of the kernel only, outside or inside of the region, so that the meaning of the call is known.
// 3. Schedules have the arithmetic of the run time: the same thread executes the same iterations in the same order.
// 4. Nothing follows the barrier at the end of the region (OpenMP 5.1, 2.6) but the end of the kernel, or, in `distribute parallel
//    for`, another chunk of the team. Clang starts a kernel in SPMD mode only if the region is the only child of its construct. No
//    iteration of `distribute` waits for another one (2.11.6).
#include "device.h"
#include "private_copy.h"
#include "region_call.h"
#include "worksharing.h"

#include "../compat.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {

// enum OMPTgtExecModeFlags: the third number of a kernel's configuration.
constexpr uint64_t SpmdMode = 2;
constexpr unsigned ModeIndex = 2;

class SimpleKernel {
public:
  explicit SimpleKernel(Function &Kernel) : Kernel(Kernel) {}

  // Whether the kernel may be changed; then rewrite() does it.
  bool isSimple();
  void rewrite();

private:
  bool startsInSpmdMode() const;
  bool findParallelRegion();
  bool areCallsKnown(const Function &F) const;
  bool isKnownCall(const CallBase &Call, bool IsOutside, bool IsInside) const;
  void addFunctionsOf(Function &Root, SetVector<Function *> &Functions) const;
  void findBackEdge(ArrayRef<CallBase *> Calls);
  void rewriteCall(CallBase &Call);

  Function &Kernel;
  CallBase *Parallel = nullptr; // the call that starts the parallel region
  Function *Region = nullptr;
  SmallPtrSet<const Function *, 32> All; // that the kernel reaches
  SetVector<Function *> Outside, Inside; // of the region: functions with one caller each
  BranchInst *BackEdge = nullptr;        // of the threads' loop, if a thread has one iteration of a chunk
};

bool isForNvidia(const IRBuilder<> &Builder) {
  return Triple(Builder.GetInsertBlock()->getModule()->getTargetTriple()).isNVPTX();
}

Value *readRegister(IRBuilder<> &Builder, Intrinsic::ID Nvidia, Intrinsic::ID Amd) {
  return cleave::readRegister(Builder, isForNvidia(Builder) ? Nvidia : Amd);
}

// An AMD GPU has no registers with the sizes of the grid: the launch passes them in memory, in a form that depends on the version of
// the ABI. The run time has functions that need no state.
Value *readSize(IRBuilder<> &Builder, Intrinsic::ID Nvidia, StringRef Name) {
  if (isForNvidia(Builder))
    return cleave::readRegister(Builder, Nvidia);
  FunctionCallee Callee =
      Builder.GetInsertBlock()->getModule()->getOrInsertFunction(Name, Builder.getInt32Ty());
  CallInst *Call = Builder.CreateCall(Callee);
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  return Call;
}

Value *threadNumber(IRBuilder<> &Builder) {
  return readRegister(Builder, Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::amdgcn_workitem_id_x);
}

Value *numberOfThreads(IRBuilder<> &Builder) {
  return readSize(Builder, Intrinsic::nvvm_read_ptx_sreg_ntid_x, "__kmpc_get_hardware_num_threads_in_block");
}

Value *teamNumber(IRBuilder<> &Builder) {
  return readRegister(Builder, Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::amdgcn_workgroup_id_x);
}

Value *numberOfTeams(IRBuilder<> &Builder) {
  return readSize(Builder, Intrinsic::nvvm_read_ptx_sreg_nctaid_x, "omp_get_num_teams");
}

// All threads of the team meet. On an AMD GPU, s_barrier orders no memory accesses; the run time's function has fences.
void createBarrier(IRBuilder<> &Builder) {
  if (isForNvidia(Builder)) {
    cleave::teamBarrier(Builder);
    return;
  }
  Type *Pointer = Builder.getPtrTy(), *Int = Builder.getInt32Ty();
  FunctionCallee Callee = Builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      "__kmpc_barrier_simple_spmd", FunctionType::get(Builder.getVoidTy(), {Pointer, Int}, false));
  CallInst *Call = Builder.CreateCall(Callee, {Constant::getNullValue(Pointer), Constant::getNullValue(Int)});
  Call->setConvergent();
  Call->setDoesNotThrow();
}

const Function *calleeOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

bool SimpleKernel::startsInSpmdMode() const {
  const auto *Environment =
      Kernel.getParent()->getGlobalVariable((Kernel.getName() + "_kernel_environment").str());
  if (!Environment || !Environment->hasInitializer())
    return false;
  const Constant *Configuration = Environment->getInitializer()->getAggregateElement(0u);
  const auto *Mode =
      Configuration ? dyn_cast_or_null<ConstantInt>(Configuration->getAggregateElement(ModeIndex)) : nullptr;
  return Mode && Mode->getZExtValue() == SpmdMode;
}

bool SimpleKernel::findParallelRegion() {
  for (const Function *F : All)
    for (const Instruction &I : instructions(*F))
      if (const Function *Callee = calleeOf(I); Callee && Callee->getName() == cleave::ParallelCall) {
        if (Parallel)
          return false;
        Parallel = const_cast<CallBase *>(cast<CallBase>(&I));
      }
  if (!Parallel || Parallel->arg_size() != cleave::ParallelArguments)
    return false;
  const auto *Condition = dyn_cast<ConstantInt>(Parallel->getArgOperand(2));
  const auto *Threads = dyn_cast<ConstantInt>(Parallel->getArgOperand(3));
  Region = cleave::regionOf(*Parallel);
  return Condition && Condition->isOne() && Threads && Threads->isMinusOne() && Region &&
         Region->hasLocalLinkage() && Region->hasOneUse();
}

// ROOT, and the functions that have one use each: a call in one of these.
void SimpleKernel::addFunctionsOf(Function &Root, SetVector<Function *> &Functions) const {
  Functions.insert(&Root);
  for (size_t At = 0; At < Functions.size(); ++At)
    for (const Instruction &I : instructions(*Functions[At]))
      if (const Function *Callee = calleeOf(I);
          Callee && All.contains(Callee) && Callee->hasLocalLinkage() && Callee->hasOneUse())
        Functions.insert(const_cast<Function *>(Callee));
}

bool SimpleKernel::isKnownCall(const CallBase &Call, bool IsOutside, bool IsInside) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  StringRef Name = Callee->getName();
  if (&Call == Parallel)
    return IsOutside;
  if (Callee->isIntrinsic() || cleave::isMathematical(Name) ||
      Name == "__kmpc_get_hardware_num_threads_in_block" || Name == "omp_get_team_num" ||
      Name == "omp_get_num_teams")
    return true;
  if (Name == "__kmpc_target_init" || Name == "__kmpc_target_deinit" ||
      Name == "__kmpc_distribute_static_fini")
    return IsOutside;
  if (Name == "__kmpc_global_thread_num")
    return IsOutside || IsInside;
  if (Name == "omp_get_thread_num" || Name == "omp_get_num_threads" || Name == "__kmpc_barrier" ||
      Name == "__kmpc_for_static_fini")
    return IsInside;
  if (Name.starts_with("__kmpc_distribute_static_init_"))
    return IsOutside && cleave::isSimpleWorksharing(Call);
  if (Name.starts_with("__kmpc_for_static_init_"))
    return IsInside && cleave::isSimpleWorksharing(Call);
  return !cleave::isRuntimeFunction(Name) && !Callee->isDeclaration();
}

bool SimpleKernel::areCallsKnown(const Function &F) const {
  auto *Key = const_cast<Function *>(&F);
  const bool IsOutside = Outside.contains(Key), IsInside = Inside.contains(Key);
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && !isKnownCall(*Call, IsOutside, IsInside))
      return false;
    // A function whose address is taken might be called from anywhere.
    for (const Use &Operand : I.operands())
      if (const auto *Named = dyn_cast<Function>(Operand.get()->stripPointerCasts());
          Named && Named != Region && !(Call && Call->isCallee(&Operand)))
        return false;
  }
  return true;
}

// The branch from the end of the loop of CALL, a worksharing call, to its comparison; null if the code is unlike clang's. The block
// that adds the stride to the counter ends with it.
BranchInst *backEdgeOf(const CallBase &Call) {
  BranchInst *Found = nullptr;
  for (User *U : cleave::usersOf(Call.getArgOperand(6))) {
    auto *Stride = dyn_cast<LoadInst>(U);
    if (!Stride)
      continue;
    auto *Back = dyn_cast<BranchInst>(Stride->getParent()->getTerminator());
    if (Found || !Back || Back->isConditional())
      return nullptr;
    auto *Compare = dyn_cast<BranchInst>(Back->getSuccessor(0)->getTerminator());
    if (!Compare || !Compare->isConditional() || isa<PHINode>(Back->getSuccessor(0)->front()) ||
        isa<PHINode>(Compare->getSuccessor(1)->front()))
      return nullptr;
    Found = Back;
  }
  return Found;
}

bool SimpleKernel::isSimple() {
  if (!startsInSpmdMode())
    return false;
  All = cleave::functionsOf(&Kernel);
  if (!findParallelRegion())
    return false;
  addFunctionsOf(Kernel, Outside);
  addFunctionsOf(*Region, Inside);
  return all_of(All, [this](const Function *F) { return areCallsKnown(*F); });
}

void SimpleKernel::rewriteCall(CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  IRBuilder<> Builder(&Call);
  if (Name == "__kmpc_target_init") {
    Call.replaceAllUsesWith(Builder.getInt32(-1));
  } else if (Name == "__kmpc_global_thread_num" || Name == "omp_get_thread_num") {
    Call.replaceAllUsesWith(threadNumber(Builder));
  } else if (Name == "omp_get_num_threads" ||
             (Name == "__kmpc_get_hardware_num_threads_in_block" && isForNvidia(Builder))) {
    Call.replaceAllUsesWith(numberOfThreads(Builder));
  } else if (Name == "__kmpc_barrier") {
    createBarrier(Builder);
  } else if (Name.starts_with("__kmpc_distribute_static_init_")) {
    cleave::shareIterations(Call, teamNumber(Builder), numberOfTeams(Builder), BackEdge);
  } else if (Name.starts_with("__kmpc_for_static_init_")) {
    cleave::shareIterations(Call, threadNumber(Builder), numberOfThreads(Builder), false);
  } else if (Name != "__kmpc_target_deinit" && Name != "__kmpc_distribute_static_fini" &&
             Name != "__kmpc_for_static_fini") {
    return;
  }
  Call.eraseFromParent();
}

// In `distribute parallel for` a chunk of a team has as many iterations as the team has threads, and a thread at most one of them.
// Then the loop of the thread is none, and only the last iteration of the whole loop limits it.
void SimpleKernel::findBackEdge(ArrayRef<CallBase *> Calls) {
  if (none_of(Calls, [](const CallBase *Call) { return cleave::hasChunksOfThreads(*Call); }))
    return;
  for (const CallBase *Call : Calls)
    if (Call->getCalledFunction()->getName().starts_with("__kmpc_for_static_init_"))
      BackEdge = cleave::hasSingleIterations(*Call) ? backEdgeOf(*Call) : nullptr;
}

void SimpleKernel::rewrite() {
  SmallVector<CallBase *, 16> Calls;
  for (const SetVector<Function *> *Functions : {&Outside, &Inside})
    for (Function *F : *Functions)
      for (Instruction &I : instructions(*F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && Call != Parallel)
          Calls.push_back(Call);
  findBackEdge(Calls);
  if (BackEdge) {
    BackEdge->setSuccessor(0, cast<BranchInst>(BackEdge->getSuccessor(0)->getTerminator())->getSuccessor(1));
    BackEdge->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  for (CallBase *Call : Calls)
    rewriteCall(*Call);
  cleave::callRegion(*Parallel);
}

// With -fopenmp-target-debug the run time checks and prints its state.
bool isDebugged(const Module &M) {
  const auto *Kind = M.getGlobalVariable("__omp_rtl_debug_kind");
  return Kind && !(Kind->hasInitializer() && Kind->getInitializer()->isNullValue());
}

struct RuntimeElisionPass : PassInfoMixin<RuntimeElisionPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const Triple Target(M.getTargetTriple());
    if (!(Target.isNVPTX() || Target.isAMDGCN()) || isDebugged(M))
      return PreservedAnalyses::all();
    unsigned Kernels = 0, Simple = 0;
    for (Function &F : M)
      if (cleave::isKernel(F)) {
        ++Kernels;
        if (SimpleKernel Kernel(F); Kernel.isSimple()) {
          Kernel.rewrite();
          ++Simple;
        }
      }
    if (Kernels && Simple == Kernels)
      M.getOrInsertNamedMetadata(cleave::NoRuntimeState);
    return Simple ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

namespace cleave {

// After the kernel information, which reads the run time's calls, and before LLVM spends time on the run time's code.
void addRuntimeElision(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(RuntimeElisionPass());
  });
}

} // namespace cleave
