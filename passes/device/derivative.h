// FILE: passes/device/derivative.h
// WHAT: the derivative of a kernel's value with respect to the lane.
//
// The kernel must come from makeReadable. ScalarEvolution's expressions are differentiated; values that are
// opaque to it are analyzed by instruction. Lanes are assumed to execute loops in lockstep, as warps do.
#ifndef CLEAVE_PASSES_DEVICE_DERIVATIVE_H
#define CLEAVE_PASSES_DEVICE_DERIVATIVE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class SCEV;
class SCEVAddRecExpr;
class ScalarEvolution;
class Type;
class Value;
} // namespace llvm

namespace cleave {

struct Derivative {
  const llvm::SCEV *Step = nullptr;   // of the value's type, an integer type for a pointer; null: unknown
  bool RowBreak = false;              // Step differs at the end of a row
  const llvm::SCEV *Extent = nullptr; // 64 bits: lanes per row, if RowBreak; null: unknown
};

class LaneDerivatives {
public:
  LaneDerivatives(llvm::ScalarEvolution &SE, llvm::LoopInfo &LI, llvm::DominatorTree &DT)
      : SE(SE), LI(LI), DT(DT) {}

  // The derivative of S, used in loop USEDIN (null: in none). A live-out of a loop has its value after the
  // lane's last iteration.
  Derivative of(const llvm::SCEV *S, const llvm::Loop *UsedIn) {
    Scope = UsedIn;
    return of(S, 0u);
  }

private:
  Derivative of(const llvm::SCEV *S, unsigned Depth);
  Derivative ofExpression(const llvm::SCEV *S, unsigned Depth);
  bool lanesLeaveTogether(const llvm::Loop *From, unsigned Depth);
  Derivative of(llvm::Value *V, unsigned Depth);
  Derivative ofOpaque(llvm::Value *V, unsigned Depth);
  Derivative ofInstruction(llvm::Instruction &I, unsigned Depth);
  Derivative ofHeaderPhi(llvm::PHINode &Phi, unsigned Depth);
  Derivative ofPhi(llvm::PHINode &Phi, unsigned Depth);
  Derivative ofLoad(llvm::Instruction &I, unsigned Depth);
  Derivative ofCall(llvm::Instruction &I, unsigned Depth);
  Derivative ofProduct(const llvm::SCEV *S, unsigned Depth);
  Derivative ofQuotient(const llvm::SCEV *Left, const llvm::SCEV *Right, unsigned Depth);
  Derivative ofRemainder(const llvm::SCEV *Left, const llvm::SCEV *Right, unsigned Depth);
  Derivative ofEqualArms(llvm::ArrayRef<Derivative> Arms);
  bool joinIsUniform(llvm::BasicBlock &Block, unsigned Depth);
  bool operandsAreUniform(llvm::Instruction &I, unsigned Depth);

  Derivative constant(llvm::Type *Ty, int64_t Step);
  Derivative zero(llvm::Type *Ty) { return constant(Ty, 0); }
  bool isZero(const Derivative &D) const;
  // D with an additional row break after EXTENT lanes.
  Derivative broken(Derivative D, const llvm::SCEV *Extent);
  Derivative joined(Derivative D, const Derivative &Other);
  // The number of lanes after which a quotient by DIVISOR changes, if its dividend changes by STEP per lane.
  const llvm::SCEV *rowOf(const llvm::SCEV *Divisor, const llvm::SCEV *Step);

  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::DenseMap<llvm::Value *, Derivative> Known;
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::Loop *>, Derivative> KnownExpressions;
  const llvm::Loop *Scope = nullptr; // the loop that uses the analyzed value
  unsigned Visited = 0;
};

// Whether the address shows that POINTER refers to thread-private or team-private memory.
bool isPrivateMemory(const llvm::Value *Pointer);

} // namespace cleave

#endif
