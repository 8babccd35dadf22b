// FILE: passes/frontend/pragma.cpp
// WHAT: see pragma.h. The grammar is in lib/model/hints.h.
//
// The pragma is registered with each preprocessor of a plugin's action, not in Clang's pragma registry:
// otherwise -E and -save-temps would drop the lines.
#include "pragma.h"

#include "../compat_clang.h"
#include "model/reasons.h"
#include "model/hints.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace {

class PragmaReader : public PragmaHandler {
public:
  PragmaReader() : PragmaHandler("cleave") {}

  std::shared_ptr<cleave::PragmaLines> lines() const { return Lines; }

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &Name) override {
    // Words are compared as they are written: a macro named `off` is none of cleave's business.
    std::string Text;
    std::vector<Piece> Pieces;
    SourceLocation Last = Name.getLocation();
    Token Next;
    for (PP.LexUnexpandedToken(Next); Next.isNot(tok::eod); PP.LexUnexpandedToken(Next)) {
      if (Next.hasLeadingSpace())
        Text += ' ';
      Pieces.push_back({Text.size(), Next.getLocation()});
      Text += PP.getSpelling(Next);
      Last = Next.getLocation();
    }
    Pieces.push_back({Text.size(), Next.getLocation()});

    cleave_hint_error Error;
    uint32_t Own = 0;
    if (!cleave_hints_add(&Own, Text.c_str(), &Error))
      return report(PP, Error, Pieces);
    // The lines before one directive add up, so the second can be wrong because of the first.
    if (!cleave_hints_add(&Pending, Text.c_str(), &Error))
      return report(PP, Error, Pieces);
    add(PP, {{Introducer.Loc, Last}, Introducer.Kind == PIK__Pragma, Own, {}});
  }

  // Further hints for the next directive.
  void add(Preprocessor &PP, const cleave::PragmaLine &Line) {
    Lines->push_back(Line);
    ++PendingCount;
    if (!Watches)
      PP.setTokenWatcher([this](const Token &Read) { follow(Read); });
    Watches = true;
  }

private:
  struct Piece {
    size_t Offset;
    SourceLocation At;
  };

  // READ is the next token of the program: the pending lines apply to it.
  void follow(const Token &Read) {
    if (!PendingCount)
      return;
    for (auto Line = Lines->end() - PendingCount; Line != Lines->end(); ++Line) {
      Line->Next = Read.getLocation();
      if (Read.is(tok::annot_pragma_openmp))
        Line->Directive = Read.getLocation();
    }
    Pending = PendingCount = 0;
  }

  void report(Preprocessor &PP, const cleave_hint_error &Error, const std::vector<Piece> &Pieces) {
    const Piece *Wrong = &Pieces.front();
    for (const Piece &Candidate : Pieces)
      if (Candidate.Offset <= Error.offset)
        Wrong = &Candidate;
    char Message[sizeof Error.message + 16];
    snprintf(Message, sizeof Message, "CLV%03u: %s", unsigned(CLEAVE_REASON_PRAGMA_WORD), Error.message);
    DiagnosticBuilder Builder = PP.Diag(Wrong->At, diag::err_fe_backend_plugin);
    Builder << Message;
    if (Error.replacement && Wrong->At.isFileID())
      Builder << FixItHint::CreateReplacement(SourceRange(Wrong->At), Error.replacement);
  }

  std::shared_ptr<cleave::PragmaLines> Lines = std::make_shared<cleave::PragmaLines>();
  uint32_t Pending = 0; // the words of the lines since the last token of the program
  uint32_t PendingCount = 0;
  bool Watches = false;
};

// A mark of transformed text, which is not in the grammar of `#pragma cleave`.
class MarkReader : public PragmaHandler {
public:
  MarkReader(PragmaReader &Reader, StringRef Name, uint32_t Hint)
      : PragmaHandler(Name), Reader(Reader), Hint(Hint) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer, Token &Name) override {
    Reader.add(PP, {{Introducer.Loc, Name.getLocation()}, Introducer.Kind == PIK__Pragma, Hint, {}});
  }

private:
  PragmaReader &Reader;
  uint32_t Hint;
};

class ConditionalReader : public PPCallbacks {
public:
  explicit ConditionalReader(std::shared_ptr<cleave::PragmaLines> Lines) : Lines(std::move(Lines)) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation Last) override {
    Lines->LeftOut.push_back({Range.getBegin(), Last});
  }

private:
  std::shared_ptr<cleave::PragmaLines> Lines;
};

} // namespace

std::shared_ptr<const cleave::PragmaLines> cleave::registerPragma(Preprocessor &PP) {
  auto *Reader = new PragmaReader;
  PP.AddPragmaHandler(Reader); // they are the preprocessor's now
  PP.AddPragmaHandler(new MarkReader(*Reader, "cleave_keeps_grid", CLEAVE_HINT_GEOMETRY_OFF));
  PP.AddPragmaHandler(new MarkReader(*Reader, "cleave_uneven", CLEAVE_HINT_UNEVEN));
  PP.addPPCallbacks(std::make_unique<ConditionalReader>(Reader->lines()));
  return Reader->lines();
}

// As clang names kernels (CGOpenMPRuntime.cpp, getEntryInfoFromPresumedLoc): after the presumed place, or
// the real one where there is no file of the presumed name.
std::vector<cleave::KernelPlace> cleave::markedKernels(const SourceManager &SM, const PragmaLines &Lines) {
  std::vector<KernelPlace> Places;
  for (const PragmaLine &Line : Lines) {
    if (!(Line.Hints & (CLEAVE_HINT_GEOMETRY_OFF | CLEAVE_HINT_UNEVEN)) || Line.Directive.isInvalid())
      continue;
    llvm::sys::fs::UniqueID ID;
    PresumedLoc Place = SM.getPresumedLoc(Line.Directive);
    bool Known = !llvm::sys::fs::getUniqueID(Place.getFilename(), ID);
    if (!Known) {
      Place = SM.getPresumedLoc(Line.Directive, /*UseLineDirectives=*/false);
      Known = !llvm::sys::fs::getUniqueID(Place.getFilename(), ID);
    }
    std::string Prefix;
    llvm::raw_string_ostream(Prefix) << "__omp_offloading"
                                     << llvm::format("_%x_%x_", unsigned(ID.getDevice()),
                                                     unsigned(ID.getFile()));
    Places.push_back({Known ? Prefix : "", Place.getLine(), (Line.Hints & CLEAVE_HINT_GEOMETRY_OFF) != 0,
                      (Line.Hints & CLEAVE_HINT_UNEVEN) != 0});
  }
  return Places;
}
