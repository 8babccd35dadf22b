// FILE: passes/frontend/reader_internal.h
// WHAT: what the files of the reader share. Not for use outside; see reader.h.
#ifndef CLEAVE_FRONTEND_READER_INTERNAL_H
#define CLEAVE_FRONTEND_READER_INTERNAL_H

#include "../compat.h"
#include "pragma.h"
#include "model/arena.h"
#include "model/region.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>
#include <set>
#include <vector>

namespace cleave {

// Puts ITEMS into the arena as a list of the model.
template <typename T>
void storeList(cleave_arena *Arena, const std::vector<T> &Items, T *&List, size_t &Count) {
  Count = Items.size();
  List = nullptr;
  if (Items.empty())
    return;
  List = static_cast<T *>(cleave_arena_allocate(Arena, Items.size() * sizeof(T)));
  std::copy(Items.begin(), Items.end(), List);
}

// ---- reader_source.cpp: where things stand in one file -------------------------------------------

class SourceText {
public:
  SourceText(const clang::SourceManager &SM, const clang::LangOptions &Language, clang::FileID File)
      : SM(SM), Language(Language), File(File) {}

  // A piece of the file. It is exact if its text can be edited: it begins and ends in the
  // file, and not inside a macro expansion (at the very edge of one is fine).
  struct Piece {
    cleave_range Range;
    bool Exact;
  };

  bool isInFile(clang::SourceLocation At) const;
  // 0 if AT is not in the file. Inside a macro expansion it is the offset of the macro's use.
  uint32_t offset(clang::SourceLocation At) const;
  // From the first to the last token of TOKENS, of a statement with its `;` and its directive, or
  // of a clause.
  Piece tokens(clang::SourceRange Tokens) const;
  Piece statement(const clang::Stmt *Statement) const;
  Piece clause(const clang::OMPClause *Clause) const;
  // From the `#` to the end of the last token, or `_Pragma(...)`. Nothing if it stands in a macro.
  std::optional<cleave_range> directive(const clang::OMPExecutableDirective *Directive) const;
  // What follows `omp` in that, between the quotes of an operator.
  cleave_range words(cleave_range Directive) const;

  // Whether it is written with `_Pragma`.
  // Whether DIRECTIVE stands in a clause of a metadirective, which chose it.
  bool isChosen(const clang::OMPExecutableDirective *Directive) const;
  bool isOperator(const clang::OMPExecutableDirective *Directive) const {
    return operatorAt(Directive->getBeginLoc()).has_value();
  }

  // A pragma of cleave: empty if it is not written out in the file.
  cleave_range pragma(const PragmaLine &Line) const;

private:
  // `_Pragma("...")`: the whole of it, and its literal without the quotes.
  struct Operator {
    cleave_range Whole, Words;
  };
  std::optional<Operator> operatorAt(clang::SourceLocation Keyword) const;
  std::optional<std::pair<clang::SourceLocation, bool>> inOperator(clang::SourceLocation At,
                                                                   bool IsEnd) const;
  uint32_t pragmaAround(uint32_t Offset) const;
  std::pair<uint32_t, bool> beginOf(clang::SourceLocation At) const;
  std::pair<uint32_t, bool> endOf(clang::SourceLocation At) const;
  clang::SourceLocation semicolonAfter(clang::SourceLocation At) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Language;
  const clang::FileID File;
};

// Where AT stands for the user: `#line` and line markers count.
clang::PresumedLoc presumedPlace(const clang::SourceManager &SM, clang::SourceLocation At);

// ---- reader_macros.cpp: macros -----------------------------------------------------------------------

// The macros of the translation unit that are defined somewhere in RANGES of FILE.
void readMacros(const clang::Preprocessor &PP, clang::FileID File, const std::vector<cleave_range> &Ranges,
                cleave_arena *Arena, cleave_unit &Unit);

// ---- reader_tokens.cpp: the text of regions as Clang's lexer reads it --------------------------------

// The tokens in RANGES of FILE, and the words in the bodies of macros that are invoked there.
void readTokens(const clang::CompilerInstance &CI, clang::FileID File,
                const std::vector<cleave_range> &Ranges, cleave_arena *Arena, cleave_unit &Unit);

// ---- reader_uses.cpp and its neighbours: what code does ------------------------------------------

// Short names of cleave_use_flags.
namespace use {
constexpr unsigned Read = CLEAVE_USE_READ, Write = CLEAVE_USE_WRITE, Address = CLEAVE_USE_ADDRESS,
                   ElementRead = CLEAVE_USE_ELEMENT_READ, ElementWrite = CLEAVE_USE_ELEMENT_WRITE;
constexpr unsigned Anything = Address | Read | Write | ElementRead | ElementWrite;

// The access to what a pointer or an array holds, as a use of the pointer or the array.
constexpr unsigned throughPointer(unsigned Access) {
  return (Access & (Read | ElementRead) ? ElementRead : 0) |
         (Access & (Write | ElementWrite) ? ElementWrite : 0);
}

// The access to what the value of an object leads to, if ACCESS is one to the object.
constexpr unsigned contents(unsigned Access) {
  return Access & Address ? Anything
                          : (Access & ElementRead ? Read : 0) | (Access & ElementWrite ? Write : 0);
}
} // namespace use

// What a walk over code reports to.
class CodeSink {
public:
  // FLAGS: cleave_use_flags. VARIABLE is its canonical declaration.
  virtual void use(const clang::VarDecl *Variable, unsigned Flags, clang::SourceLocation At) = 0;
  // Likewise, of the object that a member function is called for.
  virtual void useThis(unsigned, clang::SourceLocation) {}
  virtual void fact(cleave_fact_kind Kind, clang::SourceLocation At, llvm::StringRef Name) = 0;
  // CALLEE is null for a call through a pointer or of a virtual function.
  virtual void call(const clang::FunctionDecl *Callee, clang::SourceLocation At) = 0;

protected:
  ~CodeSink() = default;
};

// Walks over code and tells SINK what it finds. Variables declared in what is walked over are the
// code's own business: their uses are not reported.
class CodeWalker {
public:
  CodeWalker(const clang::ASTContext &Context, CodeSink &Sink) : Context(Context), Sink(Sink) {}

  void statement(const clang::Stmt *Statement);
  // An expression whose value is a number, or is not used. May be null.
  void value(const clang::Expr *Expression);
  // An expression and what is done with it. ACCESS is a set of cleave_use_flags: what happens to the object
  // that it denotes, if it is an lvalue; else, to the object that its value leads to.
  void evaluate(const clang::Expr *Expression, unsigned Access);
  // The initializer of VARIABLE and the sizes in its type.
  void initializer(const clang::VarDecl *Variable);
  // The destructors that DESTRUCTOR calls after its body.
  void parts(const clang::CXXDestructorDecl *Destructor);
  // The sizes of the arrays of variable length in TYPE.
  void sizes(clang::QualType Type);
  // The expressions in the clauses of DIRECTIVE: arguments, bounds of sections.
  void clauseArguments(const clang::OMPExecutableDirective *Directive);
  void clauseArguments(const clang::OMPClause *Clause);
  // The subscripts and bounds on the way to the base of a listed item, which is returned: null for
  // `this`, or where there is no variable. SEEN_MEMBER and SEEN_THIS, if given, say whether a member
  // is passed, and that it is `this`.
  const clang::VarDecl *listItem(const clang::Expr *Item, bool *SeenMember = nullptr,
                                 bool *SeenThis = nullptr);
  // No use of VARIABLE is reported any more.
  void hide(const clang::VarDecl *Variable);
  // Reports the uses of all variables, also of those declared in what is walked over.
  void keepAll() { KeepsAll = true; }

private:
  // The functions of reader_nodes.def.
  void reference(const clang::DeclRefExpr *Expression, unsigned Access);
  void member(const clang::MemberExpr *Expression, unsigned Access);
  void subscript(const clang::ArraySubscriptExpr *Expression, unsigned Access);
  void section(const clang::ArraySectionExpr *Expression, unsigned Access);
  void matrixElement(const clang::MatrixSubscriptExpr *Expression, unsigned Access);
  void temporary(const clang::MaterializeTemporaryExpr *Expression, unsigned Access);
  void opaqueValue(const clang::OpaqueValueExpr *Expression, unsigned Access);
  void thisPointer(const clang::CXXThisExpr *Expression, unsigned Access);
  void conditional(const clang::AbstractConditionalOperator *Expression, unsigned Access);
  void binary(const clang::BinaryOperator *Expression, unsigned Access);
  void unary(const clang::UnaryOperator *Expression, unsigned Access);
  void operands(const clang::Expr *Expression, unsigned Access);
  void sizeOperand(const clang::UnaryExprOrTypeTraitExpr *Expression, unsigned Access);
  void typeIdentity(const clang::CXXTypeidExpr *Expression, unsigned Access);
  void statementExpression(const clang::StmtExpr *Expression, unsigned Access);
  void pseudoObject(const clang::PseudoObjectExpr *Expression, unsigned Access);
  void conversion(const clang::CastExpr *Expression, unsigned Access); // reader_casts.cpp
  // reader_arguments.cpp
  void keptOperands(const clang::Expr *Expression, unsigned Access);
  void initializerList(const clang::InitListExpr *Expression, unsigned Access);
  void defaultMember(const clang::CXXDefaultInitExpr *Expression, unsigned Access);
  void parenthesizedList(const clang::CXXParenListInitExpr *Expression, unsigned Access);
  void arrayCopy(const clang::ArrayInitLoopExpr *Expression, unsigned Access);
  void call(const clang::CallExpr *Expression, unsigned Access);
  void construct(const clang::CXXConstructExpr *Expression, unsigned Access);
  void inheritedConstructor(const clang::CXXInheritedCtorInitExpr *Expression, unsigned Access);
  void boundTemporary(const clang::CXXBindTemporaryExpr *Expression, unsigned Access);
  void allocation(const clang::CXXNewExpr *Expression, unsigned Access);
  void deallocation(const clang::CXXDeleteExpr *Expression, unsigned Access);
  void thrown(const clang::CXXThrowExpr *Expression, unsigned Access);
  void atomic(const clang::AtomicExpr *Expression, unsigned Access);
  void lambda(const clang::LambdaExpr *Expression, unsigned Access);
  // reader_statements.cpp
  void loop(const clang::Stmt *Statement);
  void breakStatement(const clang::BreakStmt *Statement);
  void continueStatement(const clang::ContinueStmt *Statement);
  void switchStatement(const clang::SwitchStmt *Statement);
  void returnStatement(const clang::ReturnStmt *Statement);
  void jump(const clang::Stmt *Statement);
  void label(const clang::LabelStmt *Statement);
  void tryStatement(const clang::CXXTryStmt *Statement);
  void handler(const clang::CXXCatchStmt *Statement);
  void declarations(const clang::DeclStmt *Statement);
  void captured(const clang::CapturedStmt *Statement);
  void canonicalLoop(const clang::OMPCanonicalLoop *Statement);
  void assembly(const clang::AsmStmt *Statement);
  void directive(const clang::OMPExecutableDirective *Statement);
  void children(const clang::Stmt *Statement);
  void unknown(const clang::Stmt *Node);

  void visit(const clang::Stmt *Node, unsigned Access);
  // A value that is kept: what it points to may be used later, through an unrelated name.
  // FOR_WRITING: a pointer to const is no obstacle to writes.
  void keep(const clang::Expr *Expression, bool ForWriting = false);
  void listItems(llvm::ArrayRef<const clang::Expr *> Items, const clang::Expr *List, unsigned Access);
  // Whether OBJECT is a member of a union, which other members read as something else.
  static bool isPartOfUnion(const clang::Expr *Object);
  void elements(const clang::Expr *Base, unsigned Access);
  void called(const clang::FunctionDecl *Function, clang::SourceLocation At);
  void destroyed(clang::QualType Type, clang::SourceLocation At);
  void variable(const clang::VarDecl *Variable, clang::QualType Type, unsigned Access,
                clang::SourceLocation At);
  void declaration(const clang::Decl *Declaration);
  void directiveFacts(const clang::OMPExecutableDirective *Directive);
  void volatileAccess(const clang::Expr *Expression, unsigned Access);
  void fact(cleave_fact_kind Kind, clang::SourceLocation At, llvm::StringRef Name = "");
  void fact(cleave_fact_kind Kind, const clang::Stmt *At, llvm::StringRef Name = "") {
    fact(Kind, At->getBeginLoc(), Name);
  }

  class EverythingBelow;
  using VariableSet = llvm::SmallPtrSet<const clang::VarDecl *, 8>;
  const clang::ASTContext &Context;
  CodeSink &Sink;
  bool KeepsAll = false;
  clang::SourceLocation SizesOf; // valid in the sizes of the array named there
  VariableSet Hidden;
  VariableSet Unprotected;     // written by an atomic construct, but not atomically
  unsigned ProtectedDepth = 0; // atomic and critical constructs around
  unsigned NewObjects = 0;     // being made by default member initializers around
  unsigned BreakableDepth = 0, LoopDepth = 0, LambdaDepth = 0;
};

// The expression as it was written, where Clang has put a variable of its own in its place.
const clang::Expr *sourceExpression(const clang::Expr *Expression);

// Whether a value of TYPE can lead to memory outside of itself.
bool holdsPointers(clang::QualType Type);

// The definition of FUNCTION where it says what the function does on host and device alike, or null.
// HEADER: the header that the region stands in, or empty.
const clang::FunctionDecl *visibleDefinition(const clang::FunctionDecl *Function,
                                             const clang::SourceManager &SM, llvm::StringRef Header = "");

// The iteration variables of the loops associated with LOOP, and the loops themselves.
struct AssociatedLoops {
  std::vector<const clang::VarDecl *> Counters;
  std::vector<const clang::Stmt *> Loops;
};
AssociatedLoops associatedLoops(const clang::OMPExecutableDirective *Loop);

// ---- reader_calls.cpp: what called functions do ------------------------------------------------

class Callees {
public:
  explicit Callees(const clang::ASTContext &Context) : Context(Context) {}

  struct Fact {
    cleave_fact_kind Kind;
    std::string Name;
  };
  // Calls REPORT for the call of CALLEE and for every fact in its body and in those that it calls.
  // If HEADER is given, only bodies in the header of that name count as visible.
  void report(const clang::FunctionDecl *Callee, llvm::StringRef Header,
              llvm::function_ref<void(const Fact &, bool InCallee)> Report);

private:
  struct Body {
    std::vector<Fact> Facts;
    std::vector<const clang::FunctionDecl *> Calls;
  };
  class BodySink;
  const Body &body(const clang::FunctionDecl *Definition);

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
};

// ---- reader_variables.cpp -----------------------------------------------------------------------

// The spelling T for which `T name` declares a copy; "" if there is none.
std::string spellType(clang::QualType Type, const clang::ASTContext &Context);

// Whether a declare mapper says how ITEM of MAP is mapped: one that the clause names, or the default one of the type.
bool usesMapper(const clang::OMPMapClause *Map, const clang::Expr *Item);

using SharingTable = llvm::DenseMap<const clang::VarDecl *, cleave_sharing>;

// The attributes that the clauses of TARGET give, explicit ones and Clang's own.
SharingTable readSharing(const clang::OMPExecutableDirective *Target, const clang::ASTContext &Context);
// The attribute of a variable without any clause.
cleave_sharing sharingByRule(const clang::VarDecl *Variable);
// All of a variable that does not depend on the region.
cleave_variable describeVariable(const clang::VarDecl *Variable, const clang::ASTContext &Context,
                                 const SourceText &Text, cleave_arena *Arena);
// Variables that live as long as the program, by how a region names them.
struct GlobalNames {
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Qualified;  // N::x, ::x, or as members of objects
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Redeclared; // `extern int x;` in the region
  bool HasUsing = false;                                   // names may mean something else in front of it
};
GlobalNames readGlobalNames(const clang::Stmt *Region);
// A name that means VARIABLE wherever it is declared already.
const char *qualifiedName(const clang::VarDecl *Variable, const clang::ASTContext &Context,
                          cleave_arena *Arena);
// The object that METHOD is called for.
cleave_variable describeThis(const clang::CXXMethodDecl *Method);
// The local variables of FUNCTION's body whose address is taken there.
llvm::SmallPtrSet<const clang::VarDecl *, 8> addressesTaken(const clang::FunctionDecl *Function,
                                                            const clang::ASTContext &Context);

// ---- reader_pragmas.cpp --------------------------------------------------------------------------

class Pragmas {
public:
  Pragmas(const std::vector<PragmaLine> &Lines, const SourceText &Text);

  // What the lines in front of DIRECTIVE ask for: a set of cleave_hint.
  uint32_t before(const clang::OMPExecutableDirective *Directive) const;
  // Notes what the lines in front of TARGET, region number REGION, and of its loops stand before.
  void claim(const clang::OMPExecutableDirective *Target, uint32_t Region);
  void store(cleave_arena *Arena, cleave_unit &Unit) const;

private:
  void mark(const clang::OMPExecutableDirective *Directive, cleave_pragma_place Place, uint32_t Region);
  void markLoops(const clang::Stmt *Statement, uint32_t Region);

  const std::vector<PragmaLine> &Lines;
  const SourceText &Text;
  std::vector<cleave_pragma> Stored; // one for each line
};

// ---- reader_members.cpp -----------------------------------------------------------------------------

// Whether a member expression in STATEMENT is based on something other than a variable, so that clang 19 accepts it
// only in a construct inside of a target construct. It is also true for a few that clang accepts everywhere.
bool hasMemberOfNoVariable(const clang::Stmt *Statement);

// ---- reader_bounds.cpp ------------------------------------------------------------------------------

// Whether the evaluation of STATEMENT may end the program if its variables have other values than they should: it
// divides, or reads memory at an address that depends on them.
bool mayTrap(const clang::Stmt *Statement, const clang::ASTContext &Context);
// Whether the trip count of a loop with INCREMENT divides by what may be zero.
bool mayStepTrap(const clang::Expr *Increment, const clang::ASTContext &Context);

// ---- reader_presence.cpp: what may be mapped before a region begins ---------------------------------

// Whether some piece of the program may have mapped a part of an array or record, and not the whole.
// Then an explicit map clause for the whole is an error where an implicit one is not (OpenMP 5.1,
// 2.21.7.1). To be asked for variables with a constant size and no map clause.
class PartialPresence {
public:
  explicit PartialPresence(const clang::ASTContext &Context) : Context(Context) {}
  // FUNCTION: where the region stands, may be null.
  bool isPossible(const clang::VarDecl *Variable, const clang::FunctionDecl *Function);

private:
  struct Body {
    std::vector<const clang::FunctionDecl *> Calls;         // and functions whose address is taken
    bool MapsThroughPointers = false;                       // or calls what is not known
    bool KeepsPointers = false;                             // stores one in other than a local variable
    llvm::SmallPtrSet<const clang::VarDecl *, 8> GivenAway; // by other than a call of a known function
  };
  class BodyReader;
  const Body &body(const clang::FunctionDecl *Definition);
  bool reaches(const clang::FunctionDecl *Function, bool Body::*Property);
  void readUnit();

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Body>> Bodies;
  bool UnitIsRead = false, UnitDefinesMain = false, UnitMapsThroughPointers = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> MappedInPart, GivenAwayInUnit;
};

// ---- reader_tree.cpp, reader_declarations.cpp, reader_clauses.cpp: one region --------------------

// Add NEW to a list that holds each variable, or each kind of fact, once.
void addUse(std::vector<cleave_use> &Uses, const cleave_use &New);
void addFact(std::vector<cleave_fact> &Facts, const cleave_fact &New);

// A place for a region: the function it stands in.
struct RegionPlace {
  const clang::FunctionDecl *Function = nullptr; // null in the initializer of a global variable
  const clang::CXXMethodDecl *Lambda = nullptr;  // the call operator of the innermost lambda
};

class AccessReader; // reader_accesses.h

class RegionReader {
public:
  RegionReader(const clang::ASTContext &Context, const SourceText &Text, Callees &Functions,
               const Pragmas &Asked, PartialPresence &Presence, cleave_arena *Arena)
      : Context(Context), Text(Text), Functions(Functions), Asked(Asked), Presence(Presence), Arena(Arena) {}

  cleave_region read(const clang::OMPExecutableDirective *Target, const RegionPlace &Where);

private:
  class ListSink;
  struct Lists {
    std::vector<cleave_use> Uses;
    std::vector<cleave_fact> Facts;
  };

  uint32_t variable(const clang::VarDecl *Variable);
  uint32_t thisVariable();
  bool isClosure(const clang::VarDecl *Variable);
  uint32_t readFlags(const clang::OMPExecutableDirective *Target, const RegionPlace &Where) const;
  bool staysWhole(const clang::Stmt *Statement, const Lists &Found) const;
  using DirectiveTest = llvm::function_ref<bool(const clang::OMPExecutableDirective *)>;
  static bool hasDirective(const clang::Stmt *Statement, DirectiveTest IsWanted);

  // reader_tree.cpp
  uint32_t statement(const clang::Stmt *Statement, uint32_t Parent);
  void take(const clang::Stmt *Statement, uint32_t Node, Lists &Own);
  void child(const clang::Stmt *Statement, uint32_t Parent, uint32_t &Last);
  void condition(uint32_t Node, const clang::Expr *Condition, Lists &Own);
  void header(uint32_t Node, clang::SourceRange Tokens, Lists &Own);
  void forLoop(const clang::ForStmt *Statement, uint32_t Node, Lists &Own);
  cleave_loop_accesses *readAccesses(llvm::function_ref<cleave_loop_accesses *(AccessReader &)> Read);
  void firstAssignment(const clang::Stmt *Statement, uint32_t Node);
  void pointerCopy(const clang::Expr *Expression, uint32_t Node);
  void derivation(const clang::VarDecl *Variable, cleave_declarator &Result);
  void declarations(const clang::DeclStmt *Statement, uint32_t Node, Lists &Own);
  void construct(const clang::OMPExecutableDirective *Directive, uint32_t Node, Lists &Own);
  void loop(const clang::OMPExecutableDirective *Directive, uint32_t Node, Lists &Own);
  Lists walk(llvm::function_ref<void(CodeWalker &)> Walk);
  void addLists(Lists &To, const Lists &From);

  // reader_clauses.cpp
  void readClauses(const clang::OMPExecutableDirective *Directive, cleave_clause *&List, size_t &Count);
  void readMaps(const clang::OMPExecutableDirective *Target, cleave_region &Region);
  bool readBounds(const clang::Expr *Item, std::vector<cleave_bound> &Bounds, uint32_t &Dimensions);
  cleave_clause readClause(const clang::OMPClause *Clause);
  void readListed(cleave_clause &Clause, llvm::ArrayRef<const clang::Expr *> Items);
  void readArgument(cleave_clause &Clause, const clang::Expr *Argument);

  const clang::ASTContext &Context;
  const SourceText &Text;
  Callees &Functions;
  const Pragmas &Asked;
  PartialPresence &Presence;
  cleave_arena *Arena;

  const clang::OMPExecutableDirective *Target = nullptr;
  SharingTable Sharing;
  GlobalNames Globals;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> AddressTaken;
  const clang::CXXMethodDecl *Lambda = nullptr;   // the call operator the region stands in
  const clang::CXXMethodDecl *Method = nullptr;   // the member function
  uint32_t This = CLEAVE_NO_VARIABLE;             // its object, once it is used
  std::string Header;                             // the header it stands in; empty: none
  const clang::FunctionDecl *Function = nullptr;  // the region stands in
  const clang::FunctionDecl *Enclosing = nullptr; // the function the region stands in, if its body is known
  std::optional<std::set<const clang::VarDecl *>> WrittenInFunction;
  std::vector<cleave_variable> Variables;
  llvm::DenseMap<const clang::VarDecl *, uint32_t> Indices;
  std::vector<cleave_node> Nodes;
};

// The constituent constructs of KIND: a set of cleave_construct.
uint32_t constructOf(clang::OpenMPDirectiveKind Kind);

} // namespace cleave

#endif
