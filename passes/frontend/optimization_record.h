// FILE: passes/frontend/optimization_record.h
// WHAT: writes the core's remarks for -fsave-optimization-record, in LLVM's format.
//
// With offloading, clang compiles a file three times and gives each run the same record file; the last run loads no plugin
// and replaces the file. cleave therefore writes a file of its own: FILE.cleave.opt.yaml beside FILE.opt.yaml.
#ifndef CLEAVE_FRONTEND_OPTIMIZATION_RECORD_H
#define CLEAVE_FRONTEND_OPTIMIZATION_RECORD_H

#include "remarks.h"

#include <string>
#include <vector>

namespace cleave {

class OptimizationRecord {
public:
  // Whether the command line asks for a record of the pass cleave, in this run.
  static bool isWanted(const clang::CompilerInstance &CI);

  explicit OptimizationRecord(clang::CompilerInstance &CI) : CI(CI) {}

  // Adds REMARK, which is about UNIT and has the location WHERE. Errors and warnings are left out.
  void add(const struct cleave_remark &Remark, const struct cleave_unit &Unit, clang::SourceLocation Where);

  // Writes the file. Shows an error if that fails.
  void write() const;

private:
  struct Entry {
    const struct cleave_remark *Remark;
    std::string Function, File;
    unsigned Line, Column;
  };

  clang::CompilerInstance &CI;
  std::vector<Entry> Entries;
};

} // namespace cleave

#endif
