// FILE: passes/frontend/pragma.cpp
// WHAT: see pragma.h. The grammar is not here: lib/model/wishes.h.
//
// The pragma is added to each preprocessor that parses for a plugin's action, not to Clang's registry
// of pragmas: with that, -E would swallow the lines, and -save-temps would lose them.
#include "pragma.h"

#include "../compat.h"
#include "model/reasons.h"
#include "model/wishes.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace {

class PragmaReader : public PragmaHandler {
public:
  explicit PragmaReader(std::vector<cleave::PragmaLine> *Lines)
      : PragmaHandler("cleave"), Lines(Lines) {}

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

    cleave_wish_error Error;
    uint32_t Own = 0;
    if (!cleave_wishes_add(&Own, Text.c_str(), &Error))
      return report(PP, Error, Pieces);
    // The lines in front of one directive add up, so the second can be wrong because of the first.
    if (!cleave_wishes_add(&Pending, Text.c_str(), &Error))
      return report(PP, Error, Pieces);
    if (Lines)
      Lines->push_back({{Introducer.Loc, Last}, Introducer.Kind == PIK__Pragma, Own, {}});
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

  // READ is the next token of the program: what the pending lines stand in front of.
  void follow(const Token &Read) {
    if (!PendingCount)
      return;
    if (Lines && Read.is(tok::annot_pragma_openmp))
      for (auto Line = Lines->end() - PendingCount; Line != Lines->end(); ++Line)
        Line->Directive = Read.getLocation();
    Pending = PendingCount = 0;
  }

  void report(Preprocessor &PP, const cleave_wish_error &Error, const std::vector<Piece> &Pieces) {
    const Piece *Wrong = &Pieces.front();
    for (const Piece &Candidate : Pieces)
      if (Candidate.Offset <= Error.offset)
        Wrong = &Candidate;
    char Message[sizeof Error.message + 16];
    snprintf(Message, sizeof Message, "CLV%03u: %s", unsigned(CLEAVE_REASON_PRAGMA_WORD),
             Error.message);
    DiagnosticBuilder Builder = PP.Diag(Wrong->At, diag::err_fe_backend_plugin);
    Builder << Message;
    if (Error.replacement && Wrong->At.isFileID())
      Builder << FixItHint::CreateReplacement(SourceRange(Wrong->At), Error.replacement);
  }

  std::vector<cleave::PragmaLine> *Lines;
  uint32_t Pending = 0; // the words of the lines since the last token of the program
  uint32_t PendingCount = 0;
  bool Watches = false;
};

} // namespace

void cleave::registerPragma(Preprocessor &PP, std::vector<PragmaLine> *Lines) {
  PP.AddPragmaHandler(new PragmaReader(Lines)); // it is the preprocessor's now
}
