// FILE: passes/device/derivative.h
// WHAT: how much a value of a kernel changes from one lane to the next.
//
// The kernel is one that makeReadable made. Where ScalarEvolution understands a value its expression
// is differentiated; what it leaves opaque is looked up in the instructions. Lanes are taken to go
// through loops side by side, as warps do.
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
  const llvm::SCEV *Step = nullptr;   // of the value's type, for a pointer an integer's; null: unknown
  bool RowBreak = false;              // Step is another at the end of a row
  const llvm::SCEV *Extent = nullptr; // 64 bits: lanes of a row, if RowBreak; null: unknown
};

class LaneDerivatives {
public:
  LaneDerivatives(llvm::ScalarEvolution &SE, llvm::LoopInfo &LI, llvm::DominatorTree &DT)
      : SE(SE), LI(LI), DT(DT) {}

  // Of S, used in the loop USEDIN (null: in none): what leaves a loop has gone through as many
  // iterations as the lane did.
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
  // ROWS of D, and a break after EXTENT lanes besides.
  Derivative broken(Derivative D, const llvm::SCEV *Extent);
  Derivative joined(Derivative D, const Derivative &Other);
  // The lanes after which a quotient by DIVISOR changes if its dividend changes by STEP.
  const llvm::SCEV *rowOf(const llvm::SCEV *Divisor, const llvm::SCEV *Step);

  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::DenseMap<llvm::Value *, Derivative> Known;
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::Loop *>, Derivative> KnownExpressions;
  const llvm::Loop *Scope = nullptr; // where the value that is looked at is used
  unsigned Visited = 0;
};

// Whether memory at PTR is a thread's or a team's own, as far as that can be told from its address.
bool isPrivateMemory(const llvm::Value *Pointer);

} // namespace cleave

#endif
