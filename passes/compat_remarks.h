// FILE: passes/compat_remarks.h
// WHAT: LLVM's writer of remarks: since LLVM 22 it has no mode.
// WHO:  frontend/optimization_record.cpp.
#ifndef CLEAVE_PASSES_COMPAT_REMARKS_H
#define CLEAVE_PASSES_COMPAT_REMARKS_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Remarks/RemarkSerializer.h"

namespace cleave {

// Writes remarks to OUTPUT as YAML, each with all of its text.
inline llvm::Expected<std::unique_ptr<llvm::remarks::RemarkSerializer>>
remarkSerializer(llvm::raw_ostream &Output) {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::remarks::createRemarkSerializer(llvm::remarks::Format::YAML, Output);
#else
  return llvm::remarks::createRemarkSerializer(llvm::remarks::Format::YAML,
                                               llvm::remarks::SerializerMode::Separate, Output);
#endif
}

} // namespace cleave

#endif
