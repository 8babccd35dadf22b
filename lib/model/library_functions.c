/* FILE: lib/model/library_functions.c
 * WHAT: see library_functions.h.
 */
#include "model/library_functions.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "model/region.h"

static const struct {
  enum cleave_library_kind kind;
  const char *names; /* separated by blanks, with one at both ends */
} functions[] = {
    {CLEAVE_LIBRARY_ALLOCATES,
     " malloc calloc aligned_alloc memalign valloc alloca omp_alloc omp_aligned_alloc omp_calloc "},
    {CLEAVE_LIBRARY_ALLOCATES_IN, " posix_memalign "},
    {CLEAVE_LIBRARY_FREES, " free omp_free realloc "},
    {CLEAVE_LIBRARY_COPIES, " memcpy memmove mempcpy "},
    {CLEAVE_LIBRARY_READS,
     " printf fprintf dprintf puts fputs fwrite putchar fputc putc perror fflush fclose strlen strcmp strncmp "
     "strcasecmp memcmp atoi atol atof atoll access remove "},
    {CLEAVE_LIBRARY_USES,
     " memset snprintf sprintf vprintf vfprintf vsnprintf fopen freopen fread fgets fgetc getc getchar fscanf scanf "
     "sscanf fseek ftell rewind feof ferror strcpy strncpy strcat strncat strchr strrchr strstr strtok strtol "
     "strtoul strtoll strtoull strtod strtof gettimeofday clock_gettime clock time difftime localtime gmtime strftime "
     "frexp modf sincos rand srand random srandom drand48 srand48 lrand48 erand48 rand_r getenv sleep usleep nanosleep "
     "getopt getopt_long isatty fileno _Exit _exit isalpha isdigit isspace toupper tolower "
     "expect unreachable prefetch assume assume_aligned huge_val huge_valf inf inff nan nanf isnan "
     "omp_get_wtime omp_get_wtick "
     "omp_get_num_devices omp_get_default_device omp_get_initial_device omp_is_initial_device omp_get_max_threads "
     "omp_get_num_threads omp_get_thread_num omp_get_num_procs omp_set_num_threads omp_get_num_teams omp_get_team_num "
     "omp_set_dynamic omp_get_thread_limit omp_in_parallel omp_get_device_num omp_get_level "},
    {CLEAVE_LIBRARY_EXITS, " exit quick_exit "},
    {CLEAVE_LIBRARY_ABORTS, " abort trap __assert_fail __assert_perror_fail __assert "},
    {CLEAVE_LIBRARY_STARTS_THREAD, " pthread_create thrd_create fork vfork "},
    {CLEAVE_LIBRARY_DEVICE_STATE, " omp_set_default_device "},
    {CLEAVE_LIBRARY_DEVICE_MEMORY,
     " omp_target_alloc omp_target_free omp_target_is_present omp_target_memcpy omp_target_memcpy_rect "
     "omp_target_memcpy_async omp_target_associate_ptr omp_target_disassociate_ptr omp_get_mapped_ptr "
     "omp_target_is_accessible "},
};

enum cleave_library_kind cleave_library_function(const char *name) {
  const size_t length = strlen(name);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    for (const char *at = functions[i].names; (at = strstr(at, name)); at += length)
      if (at[-1] == ' ' && at[length] == ' ')
        return functions[i].kind;
  return cleave_callee_of(name) == CLEAVE_CALLEE_MATHEMATICAL ? CLEAVE_LIBRARY_USES : CLEAVE_LIBRARY_UNKNOWN;
}
