// FILE: passes/frontend/included_files.cpp
// WHAT: see included_files.h.
//
// Files are found as by the preprocessor, but without preprocessing: blocks that an #if skips are also
// searched. System headers are not searched, because they are never changed.
#include "included_files.h"

#include "../compat_clang.h"
#include "compile/compile_driver.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace {

class IncludedFiles {
public:
  IncludedFiles(CompilerInstance &CI, llvm::function_ref<bool(StringRef)> MayHold)
      : CI(CI), Search(CI.getPreprocessor().getHeaderSearchInfo()), MayHold(MayHold) {}

  bool any(bool HeadersAlone = false) {
    SourceManager &SM = CI.getSourceManager();
    StringRef Main = SM.getBufferData(SM.getMainFileID());
    if ((!HeadersAlone && MayHold(Main)) || note(Main, SM.getFileEntryRefForID(SM.getMainFileID())))
      return true;
    for (const std::string &Name : CI.getPreprocessorOpts().Includes)
      if (find(Name, /*Angled=*/false, std::nullopt))
        return true;
    while (!Open.empty()) {
      FileEntryRef File = Open.back();
      Open.pop_back();
      auto Buffer = CI.getFileManager().getBufferForFile(File);
      if (Buffer && (MayHold((*Buffer)->getBuffer()) || note((*Buffer)->getBuffer(), File)))
        return true;
    }
    return false;
  }

private:
  // Notes what TEXT, the contents of FILE, includes. Returns true if only the preprocessor can tell.
  bool note(StringRef Text, OptionalFileEntryRef File) {
    size_t At = 0;
    cleave_include Include;
    while (cleave_compile_next_include(Text.data(), Text.size(), &At, &Include))
      if (!Include.name || find(StringRef(Include.name, Include.length), Include.angled, File))
        return true;
    return false;
  }

  // Notes the file that NAME denotes in INCLUDER. A name that is not found may be in a part that is
  // left out, so it is nothing to worry about. Always false.
  bool find(StringRef Name, bool Angled, OptionalFileEntryRef Includer) {
    // Beside the file first. The search is not asked for this: it wants to know includers already.
    OptionalFileEntryRef File;
    if (!Angled) {
      llvm::SmallString<256> Path(Includer ? Includer->getDir().getName() : ".");
      llvm::sys::path::append(Path, Name);
      File = CI.getFileManager().getOptionalFileRef(Path);
    }
    if (!File) {
      ConstSearchDirIterator Where = nullptr;
      File =
          Search.LookupFile(Name, SourceLocation(), Angled, /*FromDir=*/nullptr, &Where, /*Includers=*/{},
                            /*SearchPath=*/nullptr, /*RelativePath=*/nullptr, /*RequestingModule=*/nullptr,
                            /*SuggestedModule=*/nullptr, /*IsMapped=*/nullptr, /*IsFrameworkFound=*/nullptr);
      if (File && SrcMgr::isSystem(Search.getFileDirFlavor(*File)))
        return false;
    }
    if (File && Seen.insert(&File->getFileEntry()).second)
      Open.push_back(*File);
    return false;
  }

  CompilerInstance &CI;
  HeaderSearch &Search;
  llvm::function_ref<bool(StringRef)> MayHold;
  std::vector<FileEntryRef> Open; // to be looked at
  llvm::DenseSet<const FileEntry *> Seen;
};

} // namespace

static bool isWorthwhile(StringRef Text) { return cleave_compile_may_transform(Text.data(), Text.size()); }

bool cleave::mayHoldRegions(CompilerInstance &CI) { return IncludedFiles(CI, isWorthwhile).any(); }

bool cleave::mayHoldRegionsInHeaders(CompilerInstance &CI) {
  return IncludedFiles(CI, isWorthwhile).any(/*HeadersAlone=*/true);
}

bool cleave::mentionsTemplates(CompilerInstance &CI) {
  return IncludedFiles(CI, [](StringRef Text) { return Text.contains("template"); }).any();
}
