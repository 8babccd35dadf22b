// FILE: passes/device/register_limit.cpp
// WHAT: how many registers ptxas uses in kernels with unrolled loops, and in those of tiles and rows in shared memory; the alignment of
//       shared memory.
//
// The assembler does not know the team size of a kernel that is compiled for any number of threads. It then saves registers: it
// moves the loads of an unrolled loop back between the additions, and the thread waits for each of them. With .maxntid it orders
// all of them before the first addition. No GPU has teams of more than 1024 threads, so that limit excludes no launch.
// docs/design/geometry.md has the measurement.
//
// In a kernel with tiles, ptxas takes up to 200 registers to load shared memory early, and one team fits on a multiprocessor. With more
// teams, the warps of one compute while those of another wait at a barrier. .minnctapersm limits the registers accordingly. The same
// holds for kernels whose iterations are rows. Their loads are scattered, so they need more resident threads.
#include "device.h"
#include "private_copy.h"

#include "../compat_kernels.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"

using namespace llvm;

namespace {

// Threads of the largest team of every NVIDIA GPU.
constexpr unsigned MostThreads = 1024;

// Of the widest access to shared memory.
constexpr Align VectorAlignment = Align::Constant<16>();

// Of a multiprocessor, if each thread has 128 registers.
constexpr unsigned ThreadsWithTiles = 512;

// Of a multiprocessor, if each thread has 64 registers.
constexpr unsigned ThreadsWithRows = 1024;

// Without that many iterations in flight, more resident threads hide the latency better than more registers.
constexpr uint64_t LeastUnrolled = 8;

// Whether I ends a loop that the compiler is asked to unroll: metadata of the form {"llvm.loop.unroll.count", COUNT}.
bool endsUnrolledLoop(const Instruction &I) {
  const MDNode *Loop = I.getMetadata(LLVMContext::MD_loop);
  for (unsigned At = 1; Loop && At < Loop->getNumOperands(); ++At) {
    const auto *Property = dyn_cast<MDNode>(Loop->getOperand(At));
    if (!Property || Property->getNumOperands() != 2)
      continue;
    const auto *Name = dyn_cast<MDString>(Property->getOperand(0));
    const auto *Count = mdconst::dyn_extract<ConstantInt>(Property->getOperand(1));
    if (Name && Name->getString() == "llvm.loop.unroll.count" && Count &&
        Count->getZExtValue() >= LeastUnrolled)
      return true;
  }
  return false;
}

bool hasUnrolledLoop(const Function &Kernel) {
  return any_of(cleave::functionsOf(&Kernel),
                [](const Function *F) { return any_of(instructions(*F), endsUnrolledLoop); });
}

// Whether V is shared memory, with PART in its name: lib/print generates the names.
bool isShared(const Value *V, StringRef Part) {
  const auto *Variable = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  return Variable && Variable->hasLocalLinkage() && Variable->getName().starts_with("cleave_thread") &&
         Variable->getName().contains(Part);
}

// Whether V has elements that threads read in order: of a tile (lib/print/shared_tile_edits.c) or a row (lib/print/row_edits.c).
bool isTile(const Value *V) { return isShared(V, "_tile_") || isShared(V, "_operand_"); }

// Whether V lists rows of different lengths: lib/print/row_edits.c.
bool listsRows(const Value *V) { return isShared(V, "_order"); }

// A thread loads neighboring elements of a tile. If they are aligned, LLVM loads 16 bytes of them at a time. The alignment of a tile is
// known through shared addresses only, and LLVM itself infers address spaces after alignments.
void alignTiles(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (isTile(&Variable) && Variable.getAlign().valueOrOne() < VectorAlignment)
      Variable.setAlignment(VectorAlignment);
}

bool names(const Function &F, function_ref<bool(const Value *)> IsOne) {
  return any_of(instructions(F), [&](const Instruction &I) { return any_of(I.operands(), IsOne); });
}

// The threads that a multiprocessor should hold; 0: as many as the assembler chooses.
unsigned residentThreads(const Function &Kernel) {
  const auto Functions = cleave::functionsOf(&Kernel);
  auto Uses = [&](function_ref<bool(const Value *)> IsOne) {
    return any_of(Functions, [&](const Function *F) { return names(*F, IsOne); });
  };
  return Uses(listsRows) ? ThreadsWithRows : Uses(isTile) ? ThreadsWithTiles : 0;
}

struct TileAlignmentPass : PassInfoMixin<TileAlignmentPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!names(F, isTile))
      return PreservedAnalyses::all();
    PreservedAnalyses Preserved = InferAddressSpacesPass().run(F, AM);
    AM.invalidate(F, Preserved);
    Preserved.intersect(InferAlignmentPass().run(F, AM));
    return Preserved;
  }
};

struct RegisterLimitPass : PassInfoMixin<RegisterLimitPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const Triple Target(M.getTargetTriple());
    if (Target.isNVPTX() || Target.isAMDGCN())
      alignTiles(M);
    // The code generator for AMD GPUs sees loops before it schedules them, and takes a team of up to 1024 threads for the size that is not
    // known. It chooses the registers itself: clang gives the limit as amdgpu-flat-work-group-size.
    if (!Target.isNVPTX())
      return PreservedAnalyses::all();
    cleave::KernelLimits Limits(M);
    SmallVector<std::pair<Function *, unsigned>, 16> Unlimited, Resident; // with the number to set
    for (Function &F : M)
      if (cleave::isKernel(F) && !Limits.isLimited(F) && hasUnrolledLoop(F))
        Unlimited.push_back({&F, MostThreads});
      else if (const uint64_t Threads = cleave::isKernel(F) ? Limits.threadsOf(F) : 0)
        if (const unsigned All = residentThreads(F))
          Resident.push_back({&F, All / Threads});
    for (auto [F, Threads] : Unlimited)
      Limits.setMostThreads(*F, Threads);
    for (auto [F, Teams] : Resident)
      Limits.setLeastTeams(*F, Teams);
    return Unlimited.empty() && Resident.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

namespace cleave {

// Before the code of kernels is inlined and their loops are unrolled, which drops the metadata.
void addRegisterLimit(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(RegisterLimitPass());
  });
  atOptimizerLast(PB, [](ModulePassManager &MPM, OptimizationLevel Level) {
    if (Level != OptimizationLevel::O0)
      MPM.addPass(createModuleToFunctionPassAdaptor(TileAlignmentPass()));
  });
}

} // namespace cleave
