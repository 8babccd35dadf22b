// FILE: passes/device/region_call.cpp
// WHAT: replaces `__kmpc_parallel_51(..., region, wrapper, arguments, count)`, or its successor, by a call of the region.
#include "region_call.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// The first parameters of a region are addresses of thread numbers, which only calls of the run time read.
static constexpr unsigned NumberParameters = 2;

namespace cleave {

Function *regionOf(const CallBase &Parallel) {
  auto *Region = dyn_cast<Function>(Parallel.getArgOperand(5)->stripPointerCasts());
  auto *Count = dyn_cast<ConstantInt>(Parallel.getArgOperand(8));
  if (!Region || Region->isDeclaration() || !Count ||
      Region->arg_size() != Count->getZExtValue() + NumberParameters)
    return nullptr;
  for (const Argument &Parameter : Region->args())
    if (!Parameter.getType()->isPointerTy() && !Parameter.getType()->isIntegerTy())
      return nullptr;
  return Region;
}

bool callRegion(CallBase &Parallel) {
  Function *Region = regionOf(Parallel);
  if (!Region)
    return false;
  IRBuilder<> Builder(&Parallel);
  const DataLayout &DL = Parallel.getModule()->getDataLayout();
  BasicBlock &Entry = Parallel.getFunction()->getEntryBlock();
  IRBuilder<> Allocas(&Entry, Entry.begin());
  Value *Thread = Allocas.CreateAlloca(Builder.getInt32Ty());
  Builder.CreateStore(Builder.getInt32(0), Thread);
  SmallVector<Value *, 16> Arguments;
  for (Argument &Parameter : Region->args()) {
    Type *Wanted = Parameter.getType();
    if (Parameter.getArgNo() < NumberParameters) {
      Arguments.push_back(Builder.CreatePointerBitCastOrAddrSpaceCast(Thread, Wanted));
      continue;
    }
    Value *Slot = Builder.CreateConstInBoundsGEP1_64(Builder.getPtrTy(), Parallel.getArgOperand(7),
                                                     Parameter.getArgNo() - NumberParameters);
    Value *Passed = Builder.CreateLoad(Builder.getPtrTy(), Slot);
    Arguments.push_back(
        Wanted->isPointerTy()
            ? Builder.CreatePointerBitCastOrAddrSpaceCast(Passed, Wanted)
            : Builder.CreateZExtOrTrunc(Builder.CreatePtrToInt(Passed, DL.getIntPtrType(Passed->getType())),
                                        Wanted));
  }
  CallInst *Direct = Builder.CreateCall(Region, Arguments);
  Direct->setDebugLoc(Parallel.getDebugLoc());
  Parallel.eraseFromParent();
  return true;
}

} // namespace cleave
