/* FILE: lib/image/amdgpu.c
 * WHAT: reads the facts about kernels in an image for AMD GPUs. They are in a note (NT_AMDGPU_METADATA of LLVM's AMDGPUUsage): a map in
 *       MessagePack, whose list "amdhsa.kernels" has a map for each kernel. The variables are read in variables.c.
 */
#include <string.h>

#include "image/kernels.h"

#ifdef CLEAVE_HAS_MSGPACK

#include <msgpack.h>

enum { NOTE_METADATA = 32 };

static const char vendor[] = "AMDGPU";

/* The metadata among the notes of SECTION; NULL: there is none. */
static const uint8_t *find_metadata(const struct elf_section *section, size_t *size) {
  size_t left = section->size;
  for (const uint8_t *at = section->bytes; at && left >= sizeof(Elf64_Nhdr);) {
    Elf64_Nhdr note;
    memcpy(&note, at, sizeof note);
    const uint64_t name = sizeof note, value = name + ((uint64_t)note.n_namesz + 3) / 4 * 4,
                   end = value + note.n_descsz, next = (end + 3) / 4 * 4;
    if (end > left)
      return NULL;
    if (note.n_type == NOTE_METADATA && note.n_namesz == sizeof vendor &&
        !memcmp(at + name, vendor, sizeof vendor)) {
      *size = note.n_descsz;
      return at + value;
    }
    if (next >= left)
      return NULL;
    at += next;
    left -= (size_t)next;
  }
  return NULL;
}

static bool is_text(const msgpack_object *object, const char *text) {
  return object->type == MSGPACK_OBJECT_STR && object->via.str.size == strlen(text) &&
         !memcmp(object->via.str.ptr, text, strlen(text));
}

/* The value of KEY in MAP; NULL: it has none, or MAP is no map. */
static const msgpack_object *value_of(const msgpack_object *map, const char *key) {
  if (map->type != MSGPACK_OBJECT_MAP)
    return NULL;
  for (uint32_t i = 0; i < map->via.map.size; i++)
    if (is_text(&map->via.map.ptr[i].key, key))
      return &map->via.map.ptr[i].val;
  return NULL;
}

static uint32_t number_of(const msgpack_object *map, const char *key) {
  const msgpack_object *value = value_of(map, key);
  if (!value || value->type != MSGPACK_OBJECT_POSITIVE_INTEGER)
    return 0;
  return value->via.u64 < UINT32_MAX ? (uint32_t)value->via.u64 : UINT32_MAX;
}

static void read_kernel(const msgpack_object *map, const struct kernel_table *table) {
  const msgpack_object *name = value_of(map, ".name");
  if (!name || name->type != MSGPACK_OBJECT_STR)
    return;
  struct cleave_kernel *kernel = kernel_table_by_name(table, name->via.str.ptr, name->via.str.size);
  if (!kernel)
    return;
  kernel->registers = number_of(map, ".vgpr_count");
  kernel->accumulation_registers = number_of(map, ".agpr_count");
  kernel->scalar_registers = number_of(map, ".sgpr_count");
  kernel->spilled_registers = number_of(map, ".vgpr_spill_count");
  kernel->spilled_scalar_registers = number_of(map, ".sgpr_spill_count");
  kernel->shared_bytes = number_of(map, ".group_segment_fixed_size");
  kernel->frame_bytes = number_of(map, ".private_segment_fixed_size");
  kernel->thread_limit = number_of(map, ".max_flat_workgroup_size");
  kernel->argument_bytes = number_of(map, ".kernarg_segment_size");
}

/* Returns false if the SIZE bytes at BYTES are not what they should be. */
static bool read_metadata(const uint8_t *bytes, size_t size, const struct kernel_table *table) {
  msgpack_unpacked unpacked;
  size_t offset = 0;
  msgpack_unpacked_init(&unpacked);
  const msgpack_unpack_return result = msgpack_unpack_next(&unpacked, (const char *)bytes, size, &offset);
  const msgpack_object *kernels = NULL;
  if (result == MSGPACK_UNPACK_SUCCESS || result == MSGPACK_UNPACK_EXTRA_BYTES)
    kernels = value_of(&unpacked.data, "amdhsa.kernels");
  const bool good = kernels && kernels->type == MSGPACK_OBJECT_ARRAY;
  for (uint32_t i = 0; good && i < kernels->via.array.size; i++)
    read_kernel(&kernels->via.array.ptr[i], table);
  msgpack_unpacked_destroy(&unpacked);
  return good;
}

#else

static const uint8_t *find_metadata(const struct elf_section *section, size_t *size) {
  (void)section, (void)size;
  return NULL;
}

static bool read_metadata(const uint8_t *bytes, size_t size, const struct kernel_table *table) {
  (void)bytes, (void)size, (void)table;
  return true;
}

#endif

const char *amdgpu_read_kernels(const struct elf_view *view, const struct elf_symbols *symbols,
                                const struct kernel_table *table, struct cleave_arena *arena) {
  for (size_t i = 0; i < view->section_count; i++) {
    const struct elf_section *section = &view->sections[i];
    size_t size;
    const uint8_t *metadata = section->header.sh_type == SHT_NOTE ? find_metadata(section, &size) : NULL;
    if (metadata && !read_metadata(metadata, size, table))
      return cleave_arena_format(arena, "its metadata (section %zu, %.200s) is corrupt", i, section->name);
  }
  image_read_variables(view, symbols, table, arena);
  return NULL;
}
