/* FILE: lib/ptx/resolve.c
 * WHAT: resolves references to labels, tables, variables and functions.
 */
#include "ptx/parser.h"

void ptx_resolve_scope(struct ptx_parser *parser) {
  const unsigned scope = parser->names.scope;
  size_t kept = parser->scope_pending[scope];
  for (size_t i = kept; i < parser->pending_count; i++) {
    struct ptx_reference *reference = &parser->references[parser->pending[i]];
    const struct ptx_binding *binding = reference->name->binding;
    if (binding && binding->scope == scope && binding->kind >= BOUND_LABEL) {
      reference->is_resolved = true;
      reference->kind = binding->kind;
      reference->index = binding->index;
    } else {
      parser->pending[kept++] = parser->pending[i];
    }
  }
  parser->pending_count = kept;
}

/* Operands do not move after this: their array is complete. */
static void resolve_operand(struct ptx_parser *parser, struct ptx_operand *operand) {
  struct ptx_function *function = parser->function;
  for (size_t i = 0; i < operand->count; i++)
    resolve_operand(parser, &operand->items[i]);
  if (!operand->label)
    return;
  const struct ptx_reference *reference = &parser->references[operand->label - 1];
  operand->label = 0;
  if (!reference->is_resolved) {
    const struct ptx_outside outside = {operand, reference->name, reference->line};
    CLEAVE_APPEND(parser->arena, parser->outside, parser->outside_count, outside);
    return;
  }
  switch (reference->kind) {
  case BOUND_PARAMETER:
    operand->variable = &function->parameters[reference->index];
    return;
  case BOUND_RESULT:
    operand->variable = &function->results[reference->index];
    return;
  case BOUND_VARIABLE:
    operand->variable = &function->variables[reference->index];
    return;
  default:
    break;
  }
  if (operand->kind == PTX_ADDRESS)
    ptx_fail_at(parser, reference->line, "'%.60s' is a label and no address", reference->name->text);
  operand->kind = reference->kind == BOUND_LABEL ? PTX_LABEL : PTX_TABLE;
  operand->label = (unsigned)reference->index;
}

void ptx_resolve_function(struct ptx_parser *parser) {
  struct ptx_function *function = parser->function;
  for (size_t i = 0; i < function->instruction_count; i++)
    for (size_t j = 0; j < function->instructions[i].operand_count; j++)
      resolve_operand(parser, &function->instructions[i].operands[j]);
  for (size_t i = 0; i < function->table_count; i++)
    for (size_t j = 0; j < function->tables[i].label_count; j++) {
      unsigned *label = &function->tables[i].labels[j];
      const struct ptx_reference *reference = &parser->references[*label - 1];
      if (!reference->is_resolved || reference->kind != BOUND_LABEL)
        ptx_fail_at(parser, reference->line, "label '%.60s' is not defined", reference->name->text);
      *label = (unsigned)reference->index;
    }
}

void ptx_resolve_module(struct ptx_parser *parser) {
  for (size_t i = 0; i < parser->outside_count; i++) {
    const struct ptx_outside *outside = &parser->outside[i];
    if (outside->name->variable)
      outside->operand->variable = &parser->module->variables[outside->name->variable - 1];
    else if (!outside->name->function && !outside->name->alias)
      ptx_fail_at(parser, outside->line, "'%.60s' is not defined", outside->name->text);
  }
}
