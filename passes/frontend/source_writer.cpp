// FILE: passes/frontend/source_writer.cpp
// WHAT: see source_writer.h.
#include "source_writer.h"

#include "../compat_clang.h"
#include "nested_parse.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

void cleave::replaceMainFile(SourceManager &SM, StringRef Text) {
  FileID Old = SM.getMainFileID();
  SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(Old));
  std::string Name = mainFileName(SM).str();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Name);

  // Nothing may have asked for a line of the main file yet: Clang keeps where its lines begin, and
  // does not drop that with the contents.
  //
  // The contents are overridden where the file has an entry, because a bare buffer has no folder to
  // include from and is missing in the dependency file. The FileID must be a new one: the old one
  // was sized for the old text.
  FileID New;
  if (OptionalFileEntryRef File = SM.getFileEntryRefForID(Old)) {
    SM.overrideFileContents(*File, std::move(Buffer));
    New = SM.createFileID(*File, SourceLocation(), Kind);
  } else {
    New = SM.createFileID(std::move(Buffer), Kind);
  }
  SM.setMainFileID(New);
}

void cleave::replaceHeader(SourceManager &SM, FileEntryRef Header, StringRef Text) {
  SM.overrideFileContents(Header, llvm::MemoryBuffer::getMemBufferCopy(Text, Header.getName()));
}

void cleave::dropChecksums(SourceManager &SM) {
  // "The next line is line 2" changes no line number, but a main file with a line directive makes
  // Clang leave out the checksums of all files.
  FileID Main = SM.getMainFileID();
  SourceLocation Start = SM.getLocForStartOfFile(Main);
  SM.AddLineNote(Start, 2, SM.getLineTableFilenameID(mainFileName(SM)), /*IsFileEntry=*/false,
                 /*IsFileExit=*/false, SM.getFileCharacteristic(Start));
}
