/* FILE: lib/ptx/names.c
 * WHAT: a hash table of names and their stacks of declarations.
 */
#include "ptx/names.h"

#include <string.h>

static void grow(struct ptx_names *names) {
  const size_t count = names->bucket_count ? 2 * names->bucket_count : 1024;
  struct ptx_name **buckets = cleave_arena_allocate(names->arena, count * sizeof(struct ptx_name *));
  for (size_t i = 0; i < names->bucket_count; i++)
    for (struct ptx_name *name = names->buckets[i], *next; name; name = next) {
      next = name->next;
      name->next = buckets[name->hash & (count - 1)];
      buckets[name->hash & (count - 1)] = name;
    }
  names->buckets = buckets;
  names->bucket_count = count;
}

struct ptx_name *ptx_name_of(struct ptx_names *names, const char *text, size_t length) {
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  if (names->count >= names->bucket_count)
    grow(names);
  struct ptx_name **bucket = &names->buckets[hash & (names->bucket_count - 1)];
  for (struct ptx_name *name = *bucket; name; name = name->next)
    if (name->hash == hash && name->length == length && !memcmp(name->text, text, length))
      return name;
  struct ptx_name *name = cleave_arena_allocate(names->arena, sizeof *name + length + 1);
  *name = (struct ptx_name){.next = *bucket, .hash = hash, .length = length};
  memcpy(name->text, text, length);
  *bucket = name;
  names->count++;
  return name;
}

static struct ptx_binding **stack_of(struct ptx_name *name, enum ptx_binding_kind kind) {
  return kind == BOUND_REGISTERS ? &name->range : &name->binding;
}

struct ptx_binding *ptx_bind(struct ptx_names *names, struct ptx_name *name, enum ptx_binding_kind kind,
                             unsigned scope, size_t index) {
  struct ptx_binding **stack = stack_of(name, kind);
  if (*stack && (*stack)->scope == scope)
    return NULL;
  struct ptx_binding *binding = cleave_arena_allocate(names->arena, sizeof *binding);
  *binding = (struct ptx_binding){.name = name,
                                  .kind = kind,
                                  .index = index,
                                  .scope = scope,
                                  .outer = *stack,
                                  .earlier = names->latest[scope]};
  names->latest[scope] = *stack = binding;
  return binding;
}

bool ptx_open_scope(struct ptx_names *names) {
  if (names->scope + 1 == PTX_SCOPES)
    return false;
  names->scope++;
  return true;
}

static void remove_scope(struct ptx_names *names) {
  struct ptx_binding **latest = &names->latest[names->scope];
  for (; *latest; *latest = (*latest)->earlier)
    *stack_of((*latest)->name, (*latest)->kind) = (*latest)->outer;
}

void ptx_close_scope(struct ptx_names *names) {
  remove_scope(names);
  names->scope--;
}

void ptx_close_function(struct ptx_names *names) {
  while (names->scope)
    ptx_close_scope(names);
  remove_scope(names);
}
