// FILE: passes/frontend/host_tree.h
// WHAT: the tree of statements of one function (model/host_code.h), and what the evaluation of their expressions records in it.
#ifndef CLEAVE_FRONTEND_HOST_TREE_H
#define CLEAVE_FRONTEND_HOST_TREE_H

#include "host_items.h"
#include "host_launches.h"

namespace cleave {

class HostTree : public HostItems {
public:
  HostTree(clang::ASTContext &Context, HostFlows &Flows, const SourceText &Text, const AddressSet &Addresses,
           const cleave_unit &Unit)
      : HostItems(Context, Unit.arena, Flows), Text(Text), Addresses(Addresses), Unit(Unit) {}

protected:
  ~HostTree() = default;
  struct Node {
    cleave_host_node Facts;
    std::vector<cleave_host_event> Events;
    std::vector<cleave_host_copy> Copies;
    std::vector<cleave_host_access> Accesses;
    size_t ClauseEvents = 0; // the first of Events: of the clauses
    uint32_t LastChild = CLEAVE_NO_NODE;
  };

  // A node for STATEMENT, the last child of PARENT. BEFORE: the end of the token that precedes it, or 0.
  uint32_t newNode(cleave_host_node_kind Kind, const clang::Stmt *Statement, uint32_t Parent, uint32_t Before,
                   bool InBlock);
  // The offset after the token at AT; 0 if it is in a macro.
  uint32_t after(clang::SourceLocation At);
  // Stores the nodes and what they contain in FUNCTION.
  void store(cleave_host_function &Function);

  void event(uint32_t Cell, bool Writes, HostValue Base) override;
  void copy(const cleave_host_copy &Copy) override;
  void size(uint32_t Cell, HostValue Size) override;
  void flag(uint32_t Flags) override;
  void implicitly(llvm::function_ref<void()> Code) override;
  void silently(llvm::function_ref<void()> Code) override;
  HostValue rootVariable(const clang::VarDecl *Variable) override;
  bool isAddressTaken(const clang::VarDecl *Variable) override { return Addresses.count(Variable); }
  uint32_t classEnd(const clang::RecordDecl *Record) override;

  const SourceText &Text;
  const AddressSet &Addresses;
  const cleave_unit &Unit;
  std::vector<Node> Nodes;
  std::vector<cleave_host_variable> Variables;
  std::vector<cleave_host_size> Sizes;
  llvm::SmallSetVector<const void *, 8> HiddenCallees;
  uint32_t Here = 0;
  bool InLeaf = false, InHeader = false;
  unsigned Implicit = 0, Silent = 0; // calls of implicitly and silently

private:
  void link(uint32_t Made, uint32_t Parent);
};

} // namespace cleave

#endif
