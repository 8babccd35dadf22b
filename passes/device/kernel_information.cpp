// FILE: passes/device/kernel_information.cpp
// WHAT: the pass that reads a module's kernels in a private copy and adds their constants.
#include "device.h"
#include "kernel_reader.h"
#include "private_copy.h"

#include "model/arena.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

struct ArenaDeleter {
  void operator()(cleave_arena *Arena) const { cleave_arena_free(Arena); }
};

// The analyses of the copy: none of the module's own, which would outlive it.
struct Analyses {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;

  Analyses() {
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }
};

// In global memory: the linker keeps all symbols of it, and constant memory is scarce.
constexpr unsigned GlobalMemory = 1;

void addConstant(Module &M, StringRef Kernel, ArrayRef<int32_t> Words) {
  const std::string Name = (CLEAVE_KERNEL_INFORMATION_PREFIX + Kernel).str();
  if (M.getNamedValue(Name))
    return;
  SmallVector<uint32_t, 64> Bits(Words.begin(), Words.end());
  Constant *Value = ConstantDataArray::get(M.getContext(), Bits);
  auto *Global = new GlobalVariable(M, Value->getType(), true, GlobalValue::WeakODRLinkage, Value, Name,
                                    nullptr, GlobalValue::NotThreadLocal, GlobalMemory);
  Global->setVisibility(GlobalValue::ProtectedVisibility);
  Global->setAlignment(Align(4));
  appendToUsed(M, {Global});
}

// __omp_offloading_DEVICE_INODE_FUNCTION_lLINE[_NUMBER]: kernels of one line are not distinguished.
bool isAt(const cleave::KernelPlace &Place, StringRef Kernel) {
  StringRef End = Kernel.rsplit("_l").second;
  unsigned Line;
  return !End.consumeInteger(10, Line) && Place.Line == Line && Kernel.starts_with(Place.Prefix);
}

// The name of KERNEL's source file without folders. Without debug information it is the module's, unless the kernel is of an included
// file: clang's names of kernels begin with the file's device and inode.
std::string fileOf(const Function &Kernel) {
  if (const DISubprogram *Subprogram = Kernel.getSubprogram())
    return sys::path::filename(Subprogram->getFilename()).str();
  const StringRef Main = Kernel.getParent()->getSourceFileName();
  sys::fs::UniqueID File;
  if (sys::fs::getUniqueID(Main, File) ||
      !Kernel.getName().starts_with(
          formatv("__omp_offloading_{0:x-}_{1:x-}_", File.getDevice(), File.getFile()).str()))
    return "";
  return sys::path::filename(Main).str();
}

struct KernelInformationPass : PassInfoMixin<KernelInformationPass> {
  explicit KernelInformationPass(std::vector<cleave::KernelPlace> Marked) : Marked(std::move(Marked)) {}

  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    std::vector<std::string> Kernels;
    for (const Function &F : M)
      if (cleave::isKernel(F))
        Kernels.push_back(F.getName().str());
    if (Kernels.empty())
      return PreservedAnalyses::all();
    std::unique_ptr<Module> Copy = cleave::copyForReading(M);
    Analyses All;
    std::unique_ptr<cleave_arena, ArenaDeleter> Arena(cleave_arena_new());
    for (const std::string &Name : Kernels) {
      Function &Kernel = *Copy->getFunction(Name);
      if (!cleave::makeReadable(Kernel, All.FAM))
        continue;
      cleave_kernel_information Information = {};
      cleave::readKernel(Kernel, All.FAM, Arena.get(), Information);
      for (const cleave::KernelPlace &Place : Marked)
        if (isAt(Place, Name)) {
          Information.keeps_grid |= Place.KeepsGrid;
          Information.uneven |= Place.IsUneven;
        }
      const std::string File = fileOf(*M.getFunction(Name));
      Information.file = File.empty() ? nullptr : File.c_str();
      size_t Count;
      if (const int32_t *Words = cleave_kernel_information_encode(&Information, Arena.get(), &Count))
        addConstant(M, Name, ArrayRef(Words, Count));
    }
    All.MAM.clear();
    All.FAM.clear();
    All.LAM.clear();
    return PreservedAnalyses::none();
  }

private:
  std::vector<cleave::KernelPlace> Marked;
};

} // namespace

namespace cleave {

// First of all: later the code depends on the level of optimization, the run time's code is inlined, in
// which a thread's share of a loop is hard to find, and with link-time optimization what is done late
// is done where no plugin runs.
void addKernelInformation(PassBuilder &PB, const std::vector<KernelPlace> &Marked) {
  PB.registerPipelineStartEPCallback(
      [Marked](ModulePassManager &MPM, OptimizationLevel) { MPM.addPass(KernelInformationPass(Marked)); });
}

} // namespace cleave
