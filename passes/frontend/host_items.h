// FILE: passes/frontend/host_items.h
// WHAT: list items of map clauses and data directives in host code.
#ifndef CLEAVE_FRONTEND_HOST_ITEMS_H
#define CLEAVE_FRONTEND_HOST_ITEMS_H

#include "host_lifetimes.h"

namespace cleave {

class HostItems : public HostLifetimes {
public:
  using HostLifetimes::HostLifetimes;

protected:
  ~HostItems() = default;

  // The objects of the list items of DIRECTIVE, a data directive.
  void managed(const clang::OMPExecutableDirective *Directive);
  void managed(const clang::Expr *Item);
  // Whether DIRECTIVE is a `target data` construct that `mapped` describes: it only maps variables, members, and sections of
  // arrays that they name.
  static bool onlyMaps(const clang::OMPExecutableDirective *Directive);
  // Appends ITEM of MAP, a clause of a region, to ITEMS. An item that is a scalar becomes an access.
  void mapped(const clang::OMPMapClause *Map, const clang::Expr *Item, std::vector<cleave_host_item> &Items);
};

} // namespace cleave

#endif
