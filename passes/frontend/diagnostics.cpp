// FILE: passes/frontend/diagnostics.cpp
// WHAT: see diagnostics.h.
#include "diagnostics.h"

#include "../compat_clang.h"

#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticSema.h"

using namespace clang;

namespace {

// Whether the diagnostic ID is one of the preprocessor, the parser or the semantic analysis. Those of the
// driver and of the code generator have numbers between the common ones and these, and what plugins
// add has numbers above all. The code generator may be the first to ask for the layout of a record, so warnings
// about layouts are not of the source.
bool isOfSource(unsigned ID) {
  switch (ID) {
  case diag::warn_padded_struct_anon_bitfield:
  case diag::warn_padded_struct_anon_field:
  case diag::warn_padded_struct_bitfield:
  case diag::warn_padded_struct_field:
  case diag::warn_padded_struct_size:
  case diag::warn_unaligned_access:
  case diag::warn_unnecessary_packed:
  case diag::warn_unpacked_field:
    return false;
  }
  return ID < diag::DIAG_START_DRIVER ||
         (ID >= diag::DIAG_START_SERIALIZATION && ID < diag::DIAG_UPPER_LIMIT);
}

class Recorder : public DiagnosticConsumer {
public:
  explicit Recorder(cleave::RecordedDiagnostics &Record) : Record(Record) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Record.HasErrors |= Level >= DiagnosticsEngine::Error;
    // A note belongs to the message before it. One of clang 19 comes alone: it tells where a function is used that
    // OpenMP's variants replace, and Clang shows it unless the last message of any kind was ignored.
    if (Level != DiagnosticsEngine::Note)
      Keeps = isOfSource(Info.getID());
    else if (Info.getID() == diag::note_used_here && Info.getLocation().isValid() &&
             Info.getSourceManager().isInSystemHeader(Info.getLocation()))
      return;
    if (Keeps)
      Record.Messages.emplace_back(Level, Info);
  }

private:
  cleave::RecordedDiagnostics &Record;
  bool Keeps = false;
};

// Hands everything on but warnings and remarks of the source. Errors are handed on: one in the rewritten text alone
// is a defect of cleave that must not go unseen.
class CodeGenerationAlone : public DiagnosticConsumer {
public:
  CodeGenerationAlone(DiagnosticConsumer *Client, std::unique_ptr<DiagnosticConsumer> Owned)
      : Client(Client), Owned(std::move(Owned)) {
    NumWarnings = Client->getNumWarnings();
    NumErrors = Client->getNumErrors();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    const bool IsError = Level >= DiagnosticsEngine::Error;
    if (Level != DiagnosticsEngine::Note)
      Passes = !isOfSource(Info.getID()) ||
               (IsError && (!cleave::isWarningOrExtension(*Info.getDiags(), Info.getID()) ||
                            cleave::isDefaultMappingAsError(*Info.getDiags(), Info.getID())));
    if (Passes) {
      DiagnosticConsumer::HandleDiagnostic(Level, Info);
      Client->HandleDiagnostic(Level, Info);
    } else if (IsError && NumErrors == 0) {
      // -Werror made it an error, and Clang's engine has already counted it.
      const_cast<DiagnosticsEngine *>(Info.getDiags())->Reset(/*soft=*/true);
    }
  }

  void clear() override {
    DiagnosticConsumer::clear();
    Client->clear();
  }
  void BeginSourceFile(const LangOptions &Language, const Preprocessor *PP) override {
    Client->BeginSourceFile(Language, PP);
  }
  void EndSourceFile() override { Client->EndSourceFile(); }
  void finish() override { Client->finish(); }
  bool IncludeInDiagnosticCounts() const override { return Client->IncludeInDiagnosticCounts(); }

private:
  DiagnosticConsumer *Client;
  std::unique_ptr<DiagnosticConsumer> Owned;
  bool Passes = true;
};

} // namespace

std::unique_ptr<DiagnosticConsumer> cleave::recordDiagnostics(RecordedDiagnostics &Record) {
  return std::make_unique<Recorder>(Record);
}

void cleave::showRecorded(DiagnosticsEngine &Diagnostics, const RecordedDiagnostics &Record) {
  DiagnosticsEngine Replay(Diagnostics.getDiagnosticIDs(), optionsOf(Diagnostics), Diagnostics.getClient(),
                           /*ShouldOwnClient=*/false);
  Replay.setSourceManager(Record.Sources.get());
  for (const StoredDiagnostic &Message : Record.Messages)
    Replay.Report(Message);
}

void cleave::hideSource(DiagnosticsEngine &Diagnostics) {
  DiagnosticConsumer *Client = Diagnostics.getClient();
  std::unique_ptr<DiagnosticConsumer> Owned = Diagnostics.takeClient();
  Diagnostics.setClient(new CodeGenerationAlone(Client, std::move(Owned)));
}

void cleave::countShown(DiagnosticsEngine &Diagnostics, unsigned Warnings, unsigned Errors) {
  DiagnosticConsumer *Client = Diagnostics.getClient();
  countMessages(Diagnostics, *Client, DiagnosticsEngine::Warning, Warnings);
  countMessages(Diagnostics, *Client, DiagnosticsEngine::Error, Errors);
  if (Errors) { // Clang keeps the output only if its engine has seen none.
    std::unique_ptr<DiagnosticConsumer> Owned = Diagnostics.takeClient();
    IgnoringDiagConsumer Silent;
    Diagnostics.setClient(&Silent, /*ShouldOwnClient=*/false);
    Diagnostics.Report(diag::err_fe_backend_plugin) << "";
    Diagnostics.setClient(Client, /*ShouldOwnClient=*/Owned.release() != nullptr);
  }
}
