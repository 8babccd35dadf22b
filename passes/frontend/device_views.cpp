// FILE: passes/frontend/device_views.cpp
// WHAT: see device_views.h.
#include "device_views.h"

#include "../compat_clang.h"

#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/ToolChain.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/TargetParser/Host.h"

using namespace clang;

namespace {

using Arguments = llvm::SmallVector<const char *, 256>;

// The command line of process ID. Empty if it cannot be read, or if the process runs another program than this one.
Arguments readCommand(const std::string &Id, llvm::StringSaver &Strings, std::string &Program) {
  Arguments Result;
  llvm::SmallString<256> Own;
  llvm::SmallString<256> Other;
  if (llvm::sys::fs::real_path("/proc/self/exe", Own) ||
      llvm::sys::fs::real_path("/proc/" + Id + "/exe", Other) || Own != Other)
    return Result;
  auto Buffer = llvm::MemoryBuffer::getFileAsStream("/proc/" + Id + "/cmdline");
  if (!Buffer)
    return Result;
  Program = Other.str().str();
  for (StringRef Rest = (*Buffer)->getBuffer(); !Rest.empty();) {
    auto [Word, Next] = Rest.split('\0');
    Result.push_back(Strings.save(Word).data());
    Rest = Next;
  }
  return Result;
}

bool isCompilerCommand(const Arguments &Words) { return Words.size() > 1 && !strcmp(Words[1], "-cc1"); }

// The parent of process ID; "" if it cannot be read.
std::string parentOf(const std::string &Id) {
  auto Status = llvm::MemoryBuffer::getFileAsStream("/proc/" + Id + "/status");
  return Status ? (*Status)->getBuffer().split("\nPPid:").second.split('\n').first.trim().str() : "";
}

// Whether WORD changes which compilations a command consists of, but not their options.
bool selectsCompilations(StringRef Word) {
  Word.consume_front("-");
  return Word == "-save-temps" || Word.starts_with("-save-temps=") || Word == "-offload-host-only" ||
         Word == "-offload-device-only" || Word == "-cuda-host-only" || Word == "-cuda-device-only";
}

// The command of the driver that started this compilation.
Arguments driverCommand(llvm::BumpPtrAllocator &Memory, llvm::StringSaver &Strings, std::string &Program) {
  // The driver executes a single compilation itself; a compilation may be in a forked process.
  std::string Id = "self";
  Arguments Words = readCommand(Id, Strings, Program);
  while (isCompilerCommand(Words)) {
    Id = parentOf(Id);
    Words = readCommand(Id, Strings, Program);
  }
  if (Words.empty() || llvm::errorToBool(driver::expandResponseFiles(Words, /*ClangCLMode=*/false, Memory)))
    return {};
  llvm::erase_if(Words, [](const char *Word) { return selectsCompilations(Word); });
  const driver::ParsedClangName Name = driver::ToolChain::getTargetAndModeFromProgramName(Words[0]);
  if (Name.DriverMode)
    Words.insert(Words.begin() + 1, Strings.save(Name.DriverMode).data());
  if (Name.TargetIsValid)
    Words.insert(Words.begin() + 1, {"-target", Strings.save(Name.TargetPrefix).data()});
  return Words;
}

StringRef inputFile(const CompilerInvocation &Invocation) {
  const auto &Inputs = Invocation.getFrontendOpts().Inputs;
  return Inputs.empty() || Inputs.front().isBuffer() ? "" : Inputs.front().getFile();
}

bool isPreprocessed(const CompilerInvocation &Invocation) {
  const auto &Inputs = Invocation.getFrontendOpts().Inputs;
  return !Inputs.empty() && Inputs.front().getKind().isPreprocessed();
}

} // namespace

cleave::DeviceViews cleave::findDeviceViews(CompilerInstance &CI) {
  DeviceViews Result;
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Strings(Memory);
  std::string Program;
  const Arguments Words = driverCommand(Memory, Strings, Program);
  if (Words.empty())
    return Result;
  IgnoringDiagConsumer Silence;
  auto Diagnostics = silentDiagnostics(Silence);
  driver::Driver Driver(Program, llvm::sys::getDefaultTargetTriple(), *Diagnostics);
  Driver.setTargetAndMode(driver::ToolChain::getTargetAndModeFromProgramName(Words[0]));
  const std::unique_ptr<driver::Compilation> Command(Driver.BuildCompilation(Words));
  if (!Command)
    return Result;

  const CompilerInvocation &Own = CI.getInvocation();
  for (const driver::Command &Job : Command->getJobs()) {
    const auto &Options = Job.getArguments();
    if (Options.empty() || StringRef(Options.front()) != "-cc1")
      continue;
    auto Invocation = std::make_shared<CompilerInvocation>();
    if (!CompilerInvocation::CreateFromArgs(*Invocation, llvm::ArrayRef<const char *>(Options).drop_front(),
                                            *Diagnostics, Words[0]) ||
        Invocation->getCodeGenOpts().MainFileName != Own.getCodeGenOpts().MainFileName)
      continue;
    const bool IsOfSource = isPreprocessed(Own) && !isPreprocessed(*Invocation);
    if (!IsOfSource && inputFile(*Invocation) != inputFile(Own))
      continue;
    if (Invocation->getLangOpts().OpenMPIsTargetDevice)
      Result.Devices.push_back(std::move(Invocation));
    else if (IsOfSource && !Invocation->getLangOpts().OMPTargetTriples.empty())
      Result.Source = std::move(Invocation);
  }
  return Result;
}
