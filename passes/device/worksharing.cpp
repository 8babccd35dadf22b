// FILE: passes/device/worksharing.cpp
// WHAT: replaces worksharing calls by arithmetic on markers.
//
// With schedule(static, C), thread T executes chunks of C iterations that begin at T * C, T * C + stride,
// ...; without a chunk size, one block. Clang uses schedule(static, 1) for loops without a schedule. If teams
// and threads share one loop, a team's chunk has as many iterations as the team has threads: there a block is
// one iteration.
#include "worksharing.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using cleave::Marker;

namespace {

// The run time's numbers of the schedules (kmp.h: enum sched_type), without the two bits of the
// modifiers monotonic and nonmonotonic.
enum Schedule { StaticChunked = 33, Static = 34, DistributeChunked = 91, Distribute = 92 };
constexpr uint64_t Modifiers = 3ull << 29;

constexpr const char *MarkerPrefixes[] = {
    "", "cleave.lane.", "cleave.block.", "cleave.stride.", "cleave.upper.", "cleave.team."};

// LAST, if it is given: the number of the last iteration that is shared, one for each.
CallInst *createMarker(IRBuilder<> &Builder, Marker Which, Type *Ty, Value *Last = nullptr) {
  Module &M = *Builder.GetInsertBlock()->getModule();
  std::string Name = MarkerPrefixes[int(Which)] + std::string(Last ? "of.i" : "i") +
                     std::to_string(Ty->getIntegerBitWidth());
  SmallVector<Value *, 1> Arguments;
  SmallVector<Type *, 1> Types;
  if (Last) {
    Arguments.push_back(Last);
    Types.push_back(Ty);
  }
  FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Ty, Types, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->setSpeculatable();
  return Builder.CreateCall(Callee, Arguments);
}

bool isNumberOfThreads(const Value *V) {
  if (auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "__kmpc_get_hardware_num_threads_in_block";
}

} // namespace

namespace cleave {

Value *lastOf(Value *MarkerCall) {
  auto *Call = cast<CallBase>(MarkerCall);
  return Call->arg_size() ? Call->getArgOperand(0) : nullptr;
}

Marker markerOf(const Value *V) {
  auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return Marker::None;
  for (Marker Which : {Marker::Lane, Marker::Block, Marker::Stride, Marker::Upper, Marker::Team})
    if (Callee->getName().starts_with(MarkerPrefixes[int(Which)]))
      return Which;
  return Marker::None;
}

bool Worksharing::replace(CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  const bool OfTeams = Name.starts_with("__kmpc_distribute_static_init_");
  if ((!OfTeams && !Name.starts_with("__kmpc_for_static_init_")) || Call.arg_size() != 9)
    return false;
  auto *Kind = dyn_cast<ConstantInt>(Call.getArgOperand(2));
  if (!Kind)
    return false;
  const uint64_t Number = Kind->getZExtValue() & ~Modifiers;
  const bool Chunked = Number == StaticChunked || Number == DistributeChunked;
  if (!Chunked && Number != Static && Number != Distribute)
    return false;

  IRBuilder<> Builder(&Call);
  Value *Lower = Call.getArgOperand(4), *Upper = Call.getArgOperand(5);
  Value *Chunk = Call.getArgOperand(8);
  Type *Ty = Chunk->getType();
  if (OfTeams)
    OneForEachThread = Chunked && isNumberOfThreads(Chunk);
  Value *Size = Chunked                        ? Chunk
                : !OfTeams && OneForEachThread ? static_cast<Value *>(ConstantInt::get(Ty, 1))
                                               : createMarker(Builder, Marker::Block, Ty);
  auto *Single = dyn_cast<ConstantInt>(Size);
  const bool OneByOne = OfTeams ? OneForEachThread : Single && Single->isOne();
  Value *Last = OneByOne ? Builder.CreateLoad(Ty, Upper) : nullptr;
  Value *Index = createMarker(Builder, OfTeams ? Marker::Team : Marker::Lane, Ty, Last);
  // No overflow: these are iterations of a loop that the program counts in this type.
  Value *First = Builder.CreateNSWAdd(Builder.CreateLoad(Ty, Lower), Builder.CreateNSWMul(Index, Size));
  Builder.CreateStore(First, Lower);
  Builder.CreateStore(createMarker(Builder, Marker::Upper, Ty), Upper);
  Builder.CreateStore(createMarker(Builder, Marker::Stride, Ty), Call.getArgOperand(6));
  Builder.CreateStore(Builder.getInt32(0), Call.getArgOperand(3));
  Call.eraseFromParent();
  return true;
}

} // namespace cleave
