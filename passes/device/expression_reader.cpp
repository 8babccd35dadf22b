// FILE: passes/device/expression_reader.cpp
// WHAT: converts ScalarEvolution's expressions to postfix form.
//
// Each intermediate value is a 64-bit number; only the low bits of its type are valid. Operations that depend
// on the other bits extend the value first.
#include "expression_reader.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

#include <algorithm>

using namespace llvm;

namespace {

class Converter {
public:
  explicit Converter(ScalarEvolution &SE) : SE(SE) {}

  bool convert(const SCEV *S);

  void append(cleave_kernel_operation Operation, int64_t Value = 0) {
    Instructions.push_back({Operation, Value});
  }

  void extend(cleave_kernel_operation Operation, const SCEV *S) {
    const uint64_t Bits = SE.getTypeSizeInBits(S->getType());
    if (Bits < 64)
      append(Operation, int64_t(Bits));
  }

  cleave_kernel_expression finish(cleave_arena *Arena) {
    cleave_kernel_expression Result = {nullptr, 0};
    if (Instructions.empty() || Instructions.size() > CLEAVE_KERNEL_MAX_INSTRUCTIONS)
      return Result;
    auto *Copy = static_cast<cleave_kernel_instruction *>(
        cleave_arena_allocate(Arena, Instructions.size() * sizeof(cleave_kernel_instruction)));
    std::copy(Instructions.begin(), Instructions.end(), Copy);
    Result.instructions = Copy;
    Result.count = Instructions.size();
    return Result;
  }

private:
  // The operands of S, each joined to what is there by OPERATION.
  bool convertOperands(const SCEV *S, cleave_kernel_operation Operation,
                       cleave_kernel_operation Extension = CLEAVE_KERNEL_OPERATION_COUNT) {
    bool First = true;
    for (const SCEV *Operand : S->operands()) {
      if (!convert(Operand))
        return false;
      if (Extension != CLEAVE_KERNEL_OPERATION_COUNT)
        extend(Extension, Operand);
      if (!First)
        append(Operation);
      First = false;
    }
    return true;
  }

  ScalarEvolution &SE;
  SmallVector<cleave_kernel_instruction, 16> Instructions;
};

bool Converter::convert(const SCEV *S) {
  if (SE.getTypeSizeInBits(S->getType()) > 64 || Instructions.size() > CLEAVE_KERNEL_MAX_INSTRUCTIONS)
    return false;
  switch (S->getSCEVType()) {
  case scConstant:
    append(CLEAVE_KERNEL_CONSTANT, cast<SCEVConstant>(S)->getAPInt().getSExtValue());
    return true;
  case scUnknown: {
    // Argument 0 of a kernel is clang's own.
    auto *Given = dyn_cast<Argument>(cast<SCEVUnknown>(S)->getValue());
    if (!Given || Given->getArgNo() == 0)
      return false;
    append(CLEAVE_KERNEL_ARGUMENT, int64_t(Given->getArgNo()) - 1);
    return true;
  }
  case scTruncate:
    return convert(cast<SCEVTruncateExpr>(S)->getOperand());
  case scPtrToInt: // flang passes numbers in pointers; if it is an address, the host does not know the argument
    return convert(cast<SCEVPtrToIntExpr>(S)->getOperand());
  case scZeroExtend:
  case scSignExtend: {
    const SCEV *Operand = cast<SCEVCastExpr>(S)->getOperand();
    if (!convert(Operand))
      return false;
    extend(S->getSCEVType() == scSignExtend ? CLEAVE_KERNEL_SIGN_EXTEND : CLEAVE_KERNEL_ZERO_EXTEND, Operand);
    return true;
  }
  case scAddExpr:
    return convertOperands(S, CLEAVE_KERNEL_ADD);
  case scMulExpr:
    return convertOperands(S, CLEAVE_KERNEL_MULTIPLY);
  case scUDivExpr:
    return convertOperands(S, CLEAVE_KERNEL_DIVIDE_UNSIGNED, CLEAVE_KERNEL_ZERO_EXTEND);
  case scSMaxExpr:
    return convertOperands(S, CLEAVE_KERNEL_MAXIMUM_SIGNED, CLEAVE_KERNEL_SIGN_EXTEND);
  case scSMinExpr:
    return convertOperands(S, CLEAVE_KERNEL_MINIMUM_SIGNED, CLEAVE_KERNEL_SIGN_EXTEND);
  case scUMaxExpr:
    return convertOperands(S, CLEAVE_KERNEL_MAXIMUM_UNSIGNED, CLEAVE_KERNEL_ZERO_EXTEND);
  case scUMinExpr:
  case scSequentialUMinExpr:
    return convertOperands(S, CLEAVE_KERNEL_MINIMUM_UNSIGNED, CLEAVE_KERNEL_ZERO_EXTEND);
  default:
    return false;
  }
}

} // namespace

namespace cleave {

cleave_kernel_expression writeExpression(const SCEV *S, ScalarEvolution &SE, cleave_arena *Arena) {
  Converter To(SE);
  if (!S || !To.convert(S))
    return {nullptr, 0};
  To.extend(CLEAVE_KERNEL_SIGN_EXTEND, S);
  return To.finish(Arena);
}

// A loop that does not run at all would have -1 back edges: signed, and with its extension taken off,
// that gives 0 and not 2 to the 32nd.
cleave_kernel_expression writeTripCount(const SCEV *Back, ScalarEvolution &SE, cleave_arena *Arena) {
  if (isa<SCEVCouldNotCompute>(Back))
    return {nullptr, 0};
  while (auto *Extension = dyn_cast<SCEVZeroExtendExpr>(Back))
    Back = Extension->getOperand();
  if (auto *Constant = dyn_cast<SCEVConstant>(Back))
    if (Constant->getAPInt().getActiveBits() < 63)
      return writeExpression(SE.getConstant(APInt(64, Constant->getAPInt().getZExtValue() + 1)), SE, Arena);
  Converter To(SE);
  if (!To.convert(Back))
    return {nullptr, 0};
  To.extend(CLEAVE_KERNEL_SIGN_EXTEND, Back);
  To.append(CLEAVE_KERNEL_CONSTANT, 1);
  To.append(CLEAVE_KERNEL_ADD);
  To.append(CLEAVE_KERNEL_CONSTANT, 0);
  To.append(CLEAVE_KERNEL_MAXIMUM_SIGNED);
  return To.finish(Arena);
}

} // namespace cleave
