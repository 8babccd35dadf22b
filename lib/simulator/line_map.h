/* FILE: lib/simulator/line_map.h
 * WHAT: a map from lines of memory (or addresses) to what is known about them. Entries keep the order of insertion, so
 *       results do not depend on addresses.
 */
#ifndef CLEAVE_SIMULATOR_LINE_MAP_H
#define CLEAVE_SIMULATOR_LINE_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR_BYTES = 32, LINE_SECTORS = 4 };

/* Masks have one bit for each sector of the line. */
struct line {
  uint64_t key;
  uint64_t value; /* of an address: operations; of a line in the second level: time of the last access */
  uint8_t read, written;
  uint8_t fetched; /* by a block: sectors that it read before it wrote them */
  uint8_t cached, dirty;
  uint32_t launch;       /* that READ and WRITTEN belong to */
  uint32_t newer, older; /* by last use: 1 + position; 0: none */
};

struct line_map {
  struct line *lines;
  size_t count;
  uint32_t *index;   /* 1 + position in LINES; 0: free */
  unsigned bits;     /* log2 of the length of INDEX */
  struct line *last; /* found */
};

static inline size_t line_hash(uint64_t key, unsigned bits) {
  return (size_t)(key * 0x9e3779b97f4a7c15ull >> (64 - bits));
}

static inline void line_map_resize(struct line_map *map, unsigned bits) {
  free(map->index);
  map->bits = bits;
  map->index = calloc((size_t)1 << bits, sizeof *map->index);
  map->lines = realloc(map->lines, ((size_t)1 << (bits - 1)) * sizeof *map->lines);
  map->last = NULL;
  const size_t last = ((size_t)1 << bits) - 1;
  for (size_t i = 0; i < map->count; i++) {
    size_t at = line_hash(map->lines[i].key, bits);
    while (map->index[at])
      at = (at + 1) & last;
    map->index[at] = (uint32_t)i + 1;
  }
}

/* The line with KEY, added if it is new. Valid until the next call. */
static inline struct line *line_map_find(struct line_map *map, uint64_t key) {
  if (map->last && map->last->key == key)
    return map->last;
  if (!map->bits || map->count == (size_t)1 << (map->bits - 1))
    line_map_resize(map, map->bits ? map->bits + 1 : 8);
  const size_t last = ((size_t)1 << map->bits) - 1;
  size_t at = line_hash(key, map->bits);
  while (map->index[at] && map->lines[map->index[at] - 1].key != key)
    at = (at + 1) & last;
  if (!map->index[at]) {
    map->lines[map->count] = (struct line){.key = key};
    map->index[at] = (uint32_t)++map->count;
  }
  map->last = &map->lines[map->index[at] - 1];
  return map->last;
}

/* Removes all lines and keeps the memory, unless it is large. */
static inline void line_map_clear(struct line_map *map) {
  const bool is_sparse = map->bits > 12 && map->count * 8 < (size_t)1 << map->bits;
  const size_t count = map->count;
  map->count = 0;
  map->last = NULL;
  if (is_sparse)
    line_map_resize(map, map->bits - 1);
  else if (count)
    memset(map->index, 0, ((size_t)1 << map->bits) * sizeof *map->index);
}

static inline void line_map_free(struct line_map *map) {
  free(map->lines);
  free(map->index);
  *map = (struct line_map){0};
}

#endif
