// FILE: passes/device/worksharing.cpp
// WHAT: replaces worksharing calls by arithmetic, on markers or on the numbers of the hardware.
//
// With schedule(static, C), thread T executes chunks of C iterations that begin at T * C, T * C + stride,
// ...; without a chunk size, one block. Clang uses schedule(static, 1) for loops without a schedule. If teams
// and threads share one loop, a team's chunk has as many iterations as the team has threads: there a block is
// one iteration.
#include "worksharing.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

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

// The number of a worksharing call's schedule; 0 if CALL is none, or if only the device has it.
uint64_t scheduleOf(const CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  if ((!Name.starts_with("__kmpc_distribute_static_init_") && !Name.starts_with("__kmpc_for_static_init_")) ||
      Call.arg_size() != 9)
    return 0;
  auto *Kind = dyn_cast<ConstantInt>(Call.getArgOperand(2));
  return Kind ? Kind->getZExtValue() & ~Modifiers : 0;
}

bool isChunked(uint64_t Schedule) { return Schedule == StaticChunked || Schedule == DistributeChunked; }

} // namespace

namespace cleave {

SmallVector<User *, 8> usersOf(const Value *Pointer) {
  SmallVector<const Value *, 4> Addresses = {Pointer->stripPointerCasts()};
  SmallVector<User *, 8> Users;
  for (size_t At = 0; At < Addresses.size(); ++At)
    for (User *U : const_cast<Value *>(Addresses[At])->users())
      if (isa<BitCastOperator>(U) || isa<AddrSpaceCastOperator>(U))
        Addresses.push_back(U);
      else
        Users.push_back(U);
  return Users;
}

bool hasChunksOfThreads(const CallBase &Call) {
  return scheduleOf(Call) == DistributeChunked && isNumberOfThreads(Call.getArgOperand(8));
}

bool hasSingleIterations(const CallBase &Call) {
  auto *Chunk = dyn_cast<ConstantInt>(Call.getArgOperand(8));
  return isChunked(scheduleOf(Call)) && Chunk && Chunk->isOne();
}

// Whether nothing reads whether a thread has the last iteration; `lastprivate` does.
static bool ignoresLast(const CallBase &Call) {
  const Value *Last = Call.getArgOperand(3)->stripPointerCasts();
  return isa<AllocaInst>(Last) && none_of(usersOf(Last), [](const User *U) { return isa<LoadInst>(U); });
}

bool isSimpleWorksharing(const CallBase &Call) {
  const uint64_t Schedule = scheduleOf(Call);
  if (!ignoresLast(Call))
    return false;
  if (!isChunked(Schedule))
    return Schedule == Static || Schedule == Distribute;
  auto *Chunk = dyn_cast<ConstantInt>(Call.getArgOperand(8));
  return hasChunksOfThreads(Call) || (Chunk && Chunk->getValue().isStrictlyPositive());
}

// Removes the stores of VARIABLE that follow CALL.
static void removeLaterStores(CallBase &Call, Value *Variable) {
  for (User *U : usersOf(Variable))
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && (Store->getParent() != Call.getParent() || Call.comesBefore(Store)))
      Store->eraseFromParent();
}

// The arithmetic of the run time's ForStaticChunk and ForStaticNoChunk.
void shareIterations(CallBase &Call, Value *Index, Value *Count, bool KeepsUpper) {
  IRBuilder<> Builder(&Call);
  Value *Lower = Call.getArgOperand(4), *Upper = Call.getArgOperand(5), *Chunk = Call.getArgOperand(8);
  Type *Ty = Chunk->getType();
  Constant *One = ConstantInt::get(Ty, 1);
  Index = Builder.CreateZExt(Index, Ty);
  Count = Builder.CreateZExt(Count, Ty);
  Value *First = Builder.CreateLoad(Ty, Lower), *Stride, *Size;
  if (isChunked(scheduleOf(Call))) {
    Size = Chunk;
    // It does not overflow: a grid has fewer than 2^31 threads, and no loop of as many iterations.
    Stride = Builder.CreateNSWMul(Count, Chunk);
    First = Builder.CreateAdd(First, Builder.CreateMul(Index, Chunk));
  } else {
    const bool IsUnsigned = Call.getCalledFunction()->getName().ends_with("u");
    Stride = Builder.CreateAdd(Builder.CreateSub(Builder.CreateLoad(Ty, Upper), First), One);
    Size = IsUnsigned ? Builder.CreateUDiv(Stride, Count) : Builder.CreateSDiv(Stride, Count);
    Value *Rest = Builder.CreateSub(Stride, Builder.CreateMul(Size, Count));
    Value *HasMore = Builder.CreateICmpULT(Index, Rest);
    Size = Builder.CreateAdd(Size, Builder.CreateZExt(HasMore, Ty));
    First = Builder.CreateAdd(First, Builder.CreateMul(Index, Size));
    First = Builder.CreateAdd(First, Builder.CreateSelect(HasMore, ConstantInt::get(Ty, 0), Rest));
  }
  Builder.CreateStore(First, Lower);
  if (KeepsUpper)
    removeLaterStores(Call, Upper);
  else
    Builder.CreateStore(Builder.CreateAdd(First, Builder.CreateSub(Size, One)), Upper);
  Builder.CreateStore(Stride, Call.getArgOperand(6));
}

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
  const uint64_t Schedule = scheduleOf(Call);
  const bool Chunked = isChunked(Schedule);
  if (!Chunked && Schedule != Static && Schedule != Distribute)
    return false;

  const bool OfTeams = Call.getCalledFunction()->getName().starts_with("__kmpc_distribute_");
  IRBuilder<> Builder(&Call);
  Value *Lower = Call.getArgOperand(4), *Upper = Call.getArgOperand(5);
  Value *Chunk = Call.getArgOperand(8);
  Type *Ty = Chunk->getType();
  if (OfTeams)
    OneForEachThread = hasChunksOfThreads(Call);
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

// Whether argument INDEX of CALL is a chunk of one iteration, which is also the default of the run time.
static bool isSingle(const CallBase &Call, unsigned Index) {
  auto *Chunk = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
  return Chunk && Chunk->getValue().ult(2);
}

// The arithmetic of the run time's StaticLoopChunker, without chunk sizes: consecutive threads, of consecutive teams, execute
// consecutive iterations, and continue at a distance of all threads.
bool Worksharing::replaceLoop(CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  const bool OfBoth = Name.starts_with("__kmpc_distribute_for_static_loop_");
  const bool OfTeams = OfBoth || Name.starts_with("__kmpc_distribute_static_loop_");
  if (!OfTeams && !Name.starts_with("__kmpc_for_static_loop_"))
    return false;
  // (location, body, argument, iterations, [threads,] chunks...)
  auto *Body = dyn_cast<Function>(Call.getArgOperand(1)->stripPointerCasts());
  const unsigned Chunk = OfTeams && !OfBoth ? 4 : 5;
  if (!Body || Body->isDeclaration() || Body->arg_size() < 1 || Body->arg_size() > 2 ||
      Call.arg_size() <= Chunk + OfBoth || !isSingle(Call, Chunk) || (OfBoth && !isSingle(Call, Chunk + 1)))
    return false;
  auto *OfIteration = Body->getArg(0)->getType();
  Value *Count = Call.getArgOperand(3);
  if (OfIteration != Count->getType())
    return false;

  BasicBlock *Before = Call.getParent(), *After = Before->splitBasicBlock(&Call);
  BasicBlock *Loop = BasicBlock::Create(Call.getContext(), "", Call.getFunction(), After);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> Builder(Before);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  const bool IsUnsigned = Name.ends_with("u");
  const auto Less = IsUnsigned ? CmpInst::ICMP_ULT : CmpInst::ICMP_SLT;
  Value *Last = Builder.CreateSub(Count, ConstantInt::get(OfIteration, 1));
  Value *First = createMarker(Builder, OfTeams ? Marker::Team : Marker::Lane, OfIteration, Last);
  if (OfBoth)
    First = Builder.CreateNSWAdd(Builder.CreateNSWMul(First, Call.getArgOperand(4)),
                                 createMarker(Builder, Marker::Lane, OfIteration, Last));
  Value *Stride = createMarker(Builder, Marker::Stride, OfIteration);
  Builder.CreateCondBr(Builder.CreateICmp(Less, First, Count), Loop, After);
  Builder.SetInsertPoint(Loop);
  PHINode *Iteration = Builder.CreatePHI(OfIteration, 2);
  SmallVector<Value *, 2> Arguments = {Iteration, Call.getArgOperand(2)};
  Arguments.resize(Body->arg_size());
  Builder.CreateCall(Body, Arguments);
  Value *Next = Builder.CreateNSWAdd(Iteration, Stride);
  Iteration->addIncoming(First, Before);
  Iteration->addIncoming(Next, Loop);
  Builder.CreateCondBr(Builder.CreateICmp(Less, Next, Count), Loop, After);
  Call.eraseFromParent();
  return true;
}

} // namespace cleave
