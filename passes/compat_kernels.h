// FILE: passes/compat_kernels.h
// WHAT: limits that the code generator of NVPTX reads: LLVM 19 has them in metadata of the module, since LLVM 21 they are attributes of
//       the kernel.
// WHO:  device/register_limit.cpp, device/team_threads.cpp.
#ifndef CLEAVE_PASSES_COMPAT_KERNELS_H
#define CLEAVE_PASSES_COMPAT_KERNELS_H

#include "compat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace cleave {

#if LLVM_VERSION_MAJOR >= 21

class KernelLimits {
public:
  explicit KernelLimits(llvm::Module &) {}

  // Whether KERNEL has a limit of threads per team.
  bool isLimited(const llvm::Function &Kernel) const {
    return Kernel.hasFnAttribute("nvvm.maxntid") || Kernel.hasFnAttribute("nvvm.reqntid");
  }

  // The limit in the first dimension; 0: there is none, or it is not known.
  uint64_t threadsOf(const llvm::Function &Kernel) const {
    for (const char *Name : {"nvvm.reqntid", "nvvm.maxntid"}) {
      uint64_t Threads;
      llvm::StringRef Text = Kernel.getFnAttribute(Name).getValueAsString();
      if (!Text.consumeInteger(10, Threads))
        return Threads;
    }
    return 0;
  }

  void setMostThreads(llvm::Function &Kernel, unsigned Threads) { set(Kernel, "nvvm.maxntid", Threads); }
  void setLeastTeams(llvm::Function &Kernel, unsigned Teams) { set(Kernel, "nvvm.minctasm", Teams); }

private:
  static void set(llvm::Function &Kernel, const char *Name, unsigned Number) {
    Kernel.addFnAttr(Name, llvm::utostr(Number));
  }
};

#else

class KernelLimits {
public:
  explicit KernelLimits(llvm::Module &M) : Annotations(*M.getOrInsertNamedMetadata("nvvm.annotations")) {
    for (const llvm::MDNode *Node : Annotations.operands()) {
      const auto *F = Node->getNumOperands()
                          ? llvm::mdconst::dyn_extract_or_null<llvm::Function>(Node->getOperand(0))
                          : nullptr;
      for (unsigned Key = 1; F && Key + 1 < Node->getNumOperands(); Key += 2) {
        const auto *Name = llvm::dyn_cast<llvm::MDString>(Node->getOperand(Key));
        if (!Name || !(Name->getString().starts_with("maxntid") || Name->getString().starts_with("reqntid")))
          continue;
        const auto *Number = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(Node->getOperand(Key + 1));
        Limited[F] = Number && Name->getString().ends_with("x") ? Number->getZExtValue() : 0;
      }
    }
  }

  bool isLimited(const llvm::Function &Kernel) const { return Limited.contains(&Kernel); }
  uint64_t threadsOf(const llvm::Function &Kernel) const { return Limited.lookup(&Kernel); }
  void setMostThreads(llvm::Function &Kernel, unsigned Threads) { set(Kernel, "maxntidx", Threads); }
  void setLeastTeams(llvm::Function &Kernel, unsigned Teams) { set(Kernel, "minctasm", Teams); }

private:
  void set(llvm::Function &Kernel, const char *Name, unsigned Number) {
    llvm::LLVMContext &Context = Kernel.getContext();
    remove(Kernel, Name);
    llvm::Constant *Value = llvm::ConstantInt::get(llvm::Type::getInt32Ty(Context), Number);
    Annotations.addOperand(
        llvm::MDNode::get(Context, {llvm::ValueAsMetadata::get(replaceByCopy(Kernel)),
                                    llvm::MDString::get(Context, Name), llvm::ValueAsMetadata::get(Value)}));
  }

  // Removes the annotations of KERNEL that are NAME alone, as clang writes them.
  void remove(const llvm::Function &Kernel, const char *Name) {
    llvm::SmallVector<llvm::MDNode *, 16> Others;
    for (llvm::MDNode *Node : Annotations.operands()) {
      const bool IsPair = Node->getNumOperands() == 3;
      const auto *F =
          IsPair ? llvm::mdconst::dyn_extract_or_null<llvm::Function>(Node->getOperand(0)) : nullptr;
      const auto *Key = IsPair ? llvm::dyn_cast<llvm::MDString>(Node->getOperand(1)) : nullptr;
      if (F != &Kernel || !Key || Key->getString() != Name)
        Others.push_back(Node);
    }
    Annotations.clearOperands();
    for (llvm::MDNode *Node : Others)
      Annotations.addOperand(Node);
  }

  // Replaces F by a new function with its body and name.
  //
  // LLVM 19 caches the annotations of a function by its address, and one of its own passes has read those of F. F is removed but
  // not freed: LLVM would treat the next function at that address as a kernel.
  static llvm::Function *replaceByCopy(llvm::Function &F) {
    llvm::Function *Copy = llvm::Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace());
    F.getParent()->getFunctionList().insert(F.getIterator(), Copy);
    Copy->copyAttributesFrom(&F);
    Copy->setComdat(F.getComdat());
    Copy->copyMetadata(&F, 0);
    Copy->splice(Copy->begin(), &F);
    for (auto [From, To] : llvm::zip(F.args(), Copy->args())) {
      To.takeName(&From);
      From.replaceAllUsesWith(&To);
    }
    Copy->takeName(&F);
    F.replaceAllUsesWith(Copy);
    F.dropAllReferences();
    F.removeFromParent();
    return Copy;
  }

  llvm::NamedMDNode &Annotations;
  llvm::DenseMap<const llvm::Function *, uint64_t> Limited; // those before the first change
};

#endif

} // namespace cleave

#endif
