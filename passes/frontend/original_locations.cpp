// FILE: passes/frontend/original_locations.cpp
// WHAT: see original_locations.h.
//
// The code generator uses locations in the transformed text, whose lines are the user's. Columns are replaced
// before LLVM's first pass. Afterwards the sources are only read to show lines, so the files get the user's
// text back.
#include "original_locations.h"

#include "../compat_clang.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace {

constexpr StringLiteral GeneratedPrefix = "cleave_";

// A parameter of an outlined function has the name of what is captured, and no attribute keeps Clang from
// describing it. Generated variables of blocks are `nodebug`.
bool isGenerated(const DILocalVariable *Variable) {
  return Variable->getArg() && Variable->getName().starts_with(GeneratedPrefix);
}

class OriginalLocations {
public:
  explicit OriginalLocations(const cleave::RewrittenSources &Sources) : Sources(Sources) {}

  void restore(Module &M) const {
    for (Function &F : M) {
      if (DISubprogram *Program = F.getSubprogram())
        dropGenerated(*Program);
      for (BasicBlock &Block : F)
        for (Instruction &I : make_early_inc_range(Block))
          restore(I);
    }
    for (GlobalVariable &Variable : make_early_inc_range(M.globals()))
      restoreMessage(Variable);
  }

private:
  std::optional<unsigned> column(StringRef File, unsigned Line, unsigned Column) const {
    auto Found = Sources.Lines.find({sys::path::filename(File).str(), Line});
    if (Found == Sources.Lines.end())
      return std::nullopt;
    return cleave_print_original_column(&Found->second, Column);
  }

  Metadata *original(Metadata *Node) const {
    auto *Place = dyn_cast_or_null<DILocation>(Node);
    if (!Place || !Place->getColumn())
      return Node;
    std::optional<unsigned> Column = column(Place->getFilename(), Place->getLine(), Place->getColumn());
    return Column ? DILocation::get(Place->getContext(), Place->getLine(), *Column, Place->getScope(),
                                    Place->getInlinedAt(), Place->isImplicitCode())
                  : Place;
  }

  DebugLoc original(const DebugLoc &Place) const {
    return DebugLoc(cast_or_null<DILocation>(original(Place.get())));
  }

  void restore(Instruction &I) const {
    for (DbgRecord &Record : make_early_inc_range(I.getDbgRecordRange())) {
      auto *Variable = dyn_cast<DbgVariableRecord>(&Record);
      if (Variable && isGenerated(Variable->getVariable()))
        Record.eraseFromParent();
      else
        Record.setDebugLoc(original(Record.getDebugLoc()));
    }
    if (auto *Variable = dyn_cast<DbgVariableIntrinsic>(&I);
        Variable && isGenerated(Variable->getVariable())) {
      I.eraseFromParent();
      return;
    }
    I.setDebugLoc(original(I.getDebugLoc()));
    updateLoopMetadataDebugLocations(I, [this](Metadata *Node) { return original(Node); });
  }

  static void dropGenerated(DISubprogram &Program) {
    SmallVector<Metadata *, 16> Kept;
    for (DINode *Node : Program.getRetainedNodes())
      if (auto *Variable = dyn_cast<DILocalVariable>(Node); !Variable || !isGenerated(Variable))
        Kept.push_back(Node);
    if (Kept.size() != Program.getRetainedNodes().size())
      Program.replaceRetainedNodes(MDTuple::get(Program.getContext(), Kept));
  }

  // Clang describes the places of directives as ";file;function;line;column;;", and mapped objects as
  // ";name;file;line;column;;".
  void restoreMessage(GlobalVariable &Variable) const {
    if (!Variable.hasPrivateLinkage() || !Variable.isConstant() || !Variable.hasInitializer())
      return;
    auto *Data = dyn_cast<ConstantDataArray>(Variable.getInitializer());
    if (!Data || !Data->isCString())
      return;
    SmallVector<StringRef, 8> Parts;
    Data->getAsCString().split(Parts, ';');
    unsigned Line, Column;
    if (Parts.size() != 7 || !Parts[0].empty() || !Parts[5].empty() || !Parts[6].empty() ||
        Parts[3].getAsInteger(10, Line) || Parts[4].getAsInteger(10, Column))
      return;
    std::optional<unsigned> Original = column(Parts[1], Line, Column);
    StringRef Name = Parts[1];
    if (!Original) {
      Original = column(Parts[2], Line, Column);
      if (Name.starts_with(GeneratedPrefix))
        Name = ".capture_expr."; // what Clang calls those it captures itself
    }
    if (!Original)
      return;
    std::string Text = (";" + Name + ";" + Parts[2] + ";" + Parts[3] + ";" + Twine(*Original) + ";;").str();
    // The length of the first kind stands beside it in other constants.
    Text.resize(std::max<size_t>(Text.size(), Data->getNumElements() - 1));
    auto *Replacement = ConstantDataArray::getString(Variable.getContext(), Text);
    auto *New = new GlobalVariable(*Variable.getParent(), Replacement->getType(), true, Variable.getLinkage(),
                                   Replacement, "", &Variable, Variable.getThreadLocalMode(),
                                   Variable.getAddressSpace());
    New->copyAttributesFrom(&Variable);
    New->takeName(&Variable);
    Variable.replaceAllUsesWith(New);
    Variable.eraseFromParent();
  }

  const cleave::RewrittenSources &Sources;
};

void restoreTexts(clang::SourceManager &SM, const cleave::RewrittenSources &Sources) {
  for (const cleave::RewrittenSources::File &File : Sources.Files) {
    SM.overrideFileContents(File.Entry, MemoryBuffer::getMemBufferCopy(File.Text, File.Entry.getName()));
    // Where the lines begin is kept with each file, and with the source manager for the file that it was
    // asked about last.
    for (unsigned I = 0, E = SM.local_sloc_entry_size(); I != E; ++I) {
      const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (Entry.isFile() && Entry.getFile().getContentCache().OrigEntry == File.Entry)
        Entry.getFile().getContentCache().SourceLineCache = {};
    }
  }
  clang::FileID Other = SM.createFileID(MemoryBuffer::getMemBuffer("\n", "<none>"));
  SM.getLineNumber(Other, 0);
}

} // namespace

void cleave::restoreOriginalLocations(clang::CompilerInstance &CI, RewrittenSources Sources) {
  auto Shared = std::make_shared<const RewrittenSources>(std::move(Sources));
  CI.getCodeGenOpts().PassBuilderCallbacks.push_back([&CI, Shared](PassBuilder &PB) {
    restoreTexts(CI.getSourceManager(), *Shared);
    // A pass at the head of the pipeline would not run where there is none: for the host, Clang writes bitcode first
    // and optimizes it in a second run, from bitcode.
    auto Done = std::make_shared<bool>(false);
    PB.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
        [Shared, Done](StringRef, Any IR) {
          const auto *M = any_cast<const Module *>(&IR);
          if (M && !std::exchange(*Done, true))
            OriginalLocations(*Shared).restore(const_cast<Module &>(**M));
        });
  });
}
