// FILE: passes/frontend/host_tree.cpp
// WHAT: see host_tree.h.
#include "host_tree.h"

using namespace clang;
using namespace cleave;

// ---- What the evaluation records -----------------------------------------------------------------

void HostTree::event(uint32_t Cell, bool Writes, HostValue Base) {
  if (Silent)
    return;
  std::vector<cleave_host_event> &Events = Nodes[Here].Events;
  Nodes[Here].Accesses.push_back({Cell, Writes, Site});
  for (const cleave_host_event &Known : Events)
    if (Known.cell == Cell && Known.writes == Writes && Known.base == Base)
      return;
  Events.push_back({Cell, Writes, Base});
  Work += Events.size() / 16;
}

void HostTree::copy(const cleave_host_copy &Copy) {
  if (!Silent)
    Nodes[Here].Copies.push_back(Copy);
}

void HostTree::size(uint32_t Cell, HostValue Size) {
  if (!Silent)
    Sizes.push_back({Cell, Size});
}

void HostTree::flag(uint32_t Flags) {
  if (!Silent)
    Nodes[Here].Facts.flags |= Flags;
}

void HostTree::silently(llvm::function_ref<void()> Code) {
  ++Silent;
  Code();
  --Silent;
}

void HostTree::implicitly(llvm::function_ref<void()> Code) {
  if (InRegion) // code of a kernel
    return Code();
  const uint32_t Outside = Here, Made = Nodes.size();
  const unsigned WasConditional = Conditional;
  Nodes.push_back({});
  cleave_host_node &Facts = Nodes[Made].Facts;
  Facts.kind = CLEAVE_HOST_STATEMENT;
  Facts.region = CLEAVE_NO_REGION;
  Facts.in_callee = true; // nothing can be inserted before it
  Facts.flags = CLEAVE_HOST_IMPLICIT;
  link(Made, Outside);
  ++Implicit;
  ++Conditional;
  Here = Made;
  Code();
  Here = Outside;
  Conditional = WasConditional;
  --Implicit;
}

HostValue HostTree::rootVariable(const VarDecl *Variable) {
  if (!Variable->getDeclName().isIdentifier() || Variable->getName().empty())
    return nullptr;
  cleave_host_value Made = {};
  Made.kind = CLEAVE_HOST_VARIABLE;
  Made.variable = Variables.size();
  Made.cell = CLEAVE_NO_CELL;
  const StringRef Name = Variable->getName();
  bool Hides = InHeader;
  for (cleave_host_variable &Known : Variables)
    if (Name == Known.name)
      Hides = Known.has_other_scope = true;
  const bool IsOutside = isa<ParmVarDecl>(Variable) || Variable->hasGlobalStorage();
  unsigned Dimensions = 0;
  for (QualType Type = Variable->getType().getNonReferenceType();
       Type->isArrayType() || Type->isPointerType(); ++Dimensions)
    Type = Type->isPointerType() ? Type->getPointeeType() : Context.getAsArrayType(Type)->getElementType();
  Variables.push_back({cleave_arena_copy(Arena, Name.data(), Name.size()),
                       IsOutside || Variable->isImplicit() ? CLEAVE_NO_NODE : Here, Hides, Dimensions,
                       nullptr});
  return makeValue(Made);
}

uint32_t HostTree::classEnd(const RecordDecl *Record) {
  auto *Class = dyn_cast<CXXRecordDecl>(Record);
  if (!Class || !Context.getLangOpts().CPlusPlus11 || Class->isLocalClass() || Class->isUnion())
    return 0;
  if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
    Class = Pattern;
  const CXXRecordDecl *Definition = Class->getDefinition();
  if (!Definition || !Definition->getBraceRange().isValid())
    return 0;
  const uint32_t End = after(Definition->getBraceRange().getEnd());
  return End && Text.isInFile(Definition->getBraceRange().getEnd()) ? End - 1 : 0;
}

// ---- Nodes ---------------------------------------------------------------------------------------

void HostTree::link(uint32_t Made, uint32_t Parent) {
  Nodes[Made].Facts.parent = Parent;
  Nodes[Made].Facts.first_child = Nodes[Made].Facts.next = CLEAVE_NO_NODE;
  if (Parent == CLEAVE_NO_NODE)
    return;
  const uint32_t Last = Nodes[Parent].LastChild;
  (Last == CLEAVE_NO_NODE ? Nodes[Parent].Facts.first_child : Nodes[Last].Facts.next) = Made;
  Nodes[Parent].LastChild = Made;
}

uint32_t HostTree::newNode(cleave_host_node_kind Kind, const Stmt *Statement, uint32_t Parent,
                           uint32_t Before, bool InBlock) {
  const uint32_t Made = Nodes.size();
  Nodes.push_back({});
  cleave_host_node &Facts = Nodes[Made].Facts;
  Facts.kind = Kind;
  Facts.region = CLEAVE_NO_REGION;
  Facts.in_callee = !Current->isRoot();
  Facts.is_in_block = InBlock;
  Facts.before = Before;
  if (Implicit)
    Facts.flags |= CLEAVE_HOST_IMPLICIT;
  if (!Facts.in_callee) {
    const SourceText::Piece Piece = Text.statement(Statement);
    Facts.range = Piece.Range;
    const bool IsDirective = isa<OMPExecutableDirective>(Statement);
    // Nothing can follow a directive on its line.
    if ((!Before || cleave_unit_is_on_directive(&Unit, Before)) && !IsDirective && InBlock)
      Facts.before = Piece.Range.begin;
    Facts.is_editable = Piece.Exact && Facts.before && !cleave_unit_is_on_directive(&Unit, Facts.before) &&
                        !cleave_unit_is_on_directive(&Unit, Piece.Range.end);
    if (IsDirective)
      Facts.flags |= CLEAVE_HOST_DIRECTIVE;
    if (isa<DeclStmt>(Statement))
      Facts.flags |= CLEAVE_HOST_DECLARES;
  }
  link(Made, Parent);
  Work += 4;
  return Made;
}

uint32_t HostTree::after(SourceLocation At) {
  if (At.isInvalid() || At.isMacroID())
    return 0;
  const SourceText::Piece Piece = Text.tokens({At, At});
  return Piece.Exact ? Piece.Range.end : 0;
}

void HostTree::store(cleave_host_function &Function) {
  storeList(Arena, Variables, Function.variables, Function.variable_count);
  storeList(Arena, Sizes, Function.sizes, Function.size_count);
  const std::vector<const void *> Hidden(HiddenCallees.begin(), HiddenCallees.end());
  storeList(Arena, Hidden, Function.hidden_callees, Function.hidden_callee_count);
  std::vector<cleave_host_node> Stored;
  for (Node &Each : Nodes) {
    for (size_t K = 0; K < Each.Facts.item_count; ++K)
      for (size_t E = 0; E < Each.ClauseEvents; ++E)
        Each.Facts.is_plain &= cleave_cell_class(Memory, Each.Events[E].cell) !=
                               cleave_cell_class(Memory, Each.Facts.items[K].cell);
    storeList(Arena, Each.Events, Each.Facts.events, Each.Facts.event_count);
    storeList(Arena, Each.Copies, Each.Facts.copies, Each.Facts.copy_count);
    storeList(Arena, Each.Accesses, Each.Facts.accesses, Each.Facts.access_count);
    Stored.push_back(Each.Facts);
  }
  storeList(Arena, Stored, Function.nodes, Function.node_count);
}
