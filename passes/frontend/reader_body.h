// FILE: passes/frontend/reader_body.h
// WHAT: lowers the body of a loop from Clang's AST to a tree of statements, values and places (model/body.h).
//
// It knows no idiom and takes no decision. A kind of node that it does not support becomes opaque: a list of what the code may use. A call
// of a function with a visible body becomes that body, with the parameters as variables of their own.
#ifndef CLEAVE_FRONTEND_READER_BODY_H
#define CLEAVE_FRONTEND_READER_BODY_H

#include "reader_body_values.h"

namespace cleave {

class BodyReader final : public BodyValueReader {
public:
  using BodyValueReader::BodyValueReader;

  // The loops that LOOP, which is TARGET or inside of it, is associated with.
  cleave_body *readDirective(const clang::OMPExecutableDirective *Loop,
                             const clang::OMPExecutableDirective *Target);
  // CODE, a loop or another serial statement of TARGET.
  cleave_body *readSerial(const clang::Stmt *Code, const clang::OMPExecutableDirective *Target);
  // The header of LOOP, around directives.
  cleave_body *readHeader(const clang::ForStmt *Loop);

private:
  void readClauses(const clang::OMPExecutableDirective *Loop, cleave_body &Body);
  void readSections(const clang::OMPExecutableDirective *Target, cleave_body &Body);
  cleave_body *finish(cleave_body *Body);

  Statement *statement(const clang::Stmt *Code) final;
  Statement *plainStatement(const clang::Stmt *Code);
  bool endsPart(const clang::CompoundStmt *Code, const clang::LabelStmt *Label) const;
  Statement *block(const clang::CompoundStmt *Code);
  Statement *declarations(const clang::DeclStmt *Code);
  Statement *declaration(const clang::VarDecl *Declared, const clang::Stmt *Code);
  Statement *branch(const clang::IfStmt *Code);
  Statement *choice(const clang::IfStmt *Code);
  Statement *forLoop(const clang::ForStmt *Code, bool WithBody = true);
  Statement *rangeLoop(const clang::CXXForRangeStmt *Code);
  Statement *iteratorLoop(const clang::CXXForRangeStmt *Code);
  Statement *returned(const clang::ReturnStmt *Code);
  Statement *atomic(const clang::OMPAtomicDirective *Code);
  Statement *unknownStatement(const clang::Stmt *Code);

  std::set<const clang::LabelDecl *> PartEnds; // labels to which a jump is a break
  bool HasDirective = false;
};

} // namespace cleave

#endif
