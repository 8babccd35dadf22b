// FILE: passes/frontend/frontend_plugin.cpp
// WHAT: entry point of the plugin: the phases of one compiler run.
// USE:  clang -fplugin=cleave.so [-fplugin-arg-cleave-NAME=VALUE...] -fopenmp ...
//
// Clang requests an AST consumer from every plugin after opening the main file and before reading it. The
// plugin then parses the file, calls the core, and replaces the file's text. Clang compiles the result like
// user code.
//
// lib/compile makes all decisions. This file also adds the device passes (passes/device), so that one flag
// loads all of cleave: the code generator reads CodeGenOptions::PassBuilderCallbacks later.
#include "compilation.h"
#include "included_files.h"
#include "nested_parse.h"
#include "pragma.h"
#include "remarks.h"

#include "../compat_clang.h"
#include "../device/device.h"
#include "compile/compile_driver.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;

namespace {

// Whether code is made in this run. A precompiled header or a module is no translation unit, and
// where only the syntax is checked, LLVM's passes do not run either.
bool generatesCode(const CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

bool isSourceOfCOrCxx(const CompilerInstance &CI) {
  InputKind Kind = CI.getFrontendOpts().Inputs.front().getKind();
  return Kind.getFormat() == InputKind::Source &&
         (Kind.getLanguage() == Language::C || Kind.getLanguage() == Language::CXX);
}

class CleaveAction : public PluginASTAction {
public:
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Arguments) override {
    if (llvm::is_contained(Arguments, cleave::NestedArgument))
      return false;
    const std::string Error =
        cleave::readOptions(CI.getLangOpts(), CI.getPreprocessorOpts(), Arguments, Options);
    if (!Error.empty())
      cleave::showError(CI, Error);
    return Error.empty();
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    const LangOptions &Language = CI.getLangOpts();
    std::shared_ptr<const cleave::PragmaLines> Pragmas; // of the text that is compiled
    if (CI.hasPreprocessor())
      Pragmas = cleave::registerPragma(CI.getPreprocessor());
    if (isSourceOfCOrCxx(CI)) {
      if (Options.mode != CLEAVE_MODE_COMPILE) {
        if (!Language.OpenMPIsTargetDevice)
          cleave::report(CI, Options);
      } else if (Language.OpenMP && !Language.OpenMPSimd && generatesCode(CI)) {
        if (!Language.OpenMPIsTargetDevice)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back(cleave::addHostVersions);
        if (Language.OpenMPIsTargetDevice && Options.kernel_information)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back([&CI, Pragmas](llvm::PassBuilder &PB) {
            cleave::addKernelInformation(PB, cleave::markedKernels(CI.getSourceManager(), *Pragmas));
          });
        if (Language.OpenMPIsTargetDevice)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back(cleave::addUnrollHints);
        if (Language.OpenMPIsTargetDevice && Options.geometry)
          for (const auto Add :
               {cleave::addSingleIterations, cleave::addMathematicalCalls, cleave::addTeamThreads,
                cleave::addRegisterLimit, cleave::addLoadsInFlight, cleave::addLoopStarts})
            CI.getCodeGenOpts().PassBuilderCallbacks.push_back(Add);
        if (Language.OpenMPIsTargetDevice && Options.runtime_elision)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back(cleave::addRuntimeElision);
        if (Language.OpenMPIsTargetDevice && Options.openmp_opt)
          CI.getCodeGenOpts().PassBuilderCallbacks.push_back(cleave::addSecondOpenMPOpt);
        if (cleave::mayHoldRegions(CI))
          return cleave::transform(CI, Options, Pragmas);
      }
    }
    return std::make_unique<ASTConsumer>();
  }

private:
  cleave_options Options;
};

FrontendPluginRegistry::Add<CleaveAction> Registration(cleave::PluginName,
                                                       "compile OpenMP target regions into better kernels");

} // namespace
