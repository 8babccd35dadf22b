/* FILE: lib/environments/standard_names.c
 * WHAT: what the names of classes and functions of the C++ standard library say.
 */
#include <string.h>

#include "environments/host_record.h"

/* Whether NAME is one of NAMES, which are separated by blanks, with one at both ends. */
static bool is_one_of(const char *names, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = names; length && (at = strstr(at, name)); at += length)
    if (at[-1] == ' ' && at[length] == ' ')
      return true;
  return false;
}

unsigned cleave_standard_class(const char *name) {
  static const struct {
    unsigned flag;
    const char *names;
  } classes[] = {
      {CLEAVE_STANDARD_CALLS,
       " function move_only_function any shared_ptr weak_ptr packaged_task future shared_future promise thread "
       "jthread exception_ptr polymorphic_allocator "},
      {CLEAVE_STANDARD_CONTAINS, " array pair tuple optional variant complex "},
      {CLEAVE_STANDARD_COMPARES,
       " map set multimap multiset priority_queue unordered_map unordered_set unordered_multimap "
       "unordered_multiset optional variant "},
      {CLEAVE_STANDARD_COPIES, " vector basic_string array valarray deque list "},
  };
  unsigned flags = 0;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    flags |= is_one_of(classes[i].names, name) ? classes[i].flag : 0;
  return flags;
}

bool cleave_standard_is_accessor(const char *name) {
  return is_one_of(
      " data at front back begin end cbegin cend rbegin rend size empty get length c_str capacity "
      "first last subspan value ",
      name);
}

bool cleave_standard_starts_thread(const char *name) {
  return strstr(name, "thread") || strstr(name, "execution") || !strcmp(name, "std::async");
}

bool cleave_standard_throws(const char *name, const char *class_name) {
  /* Only std::string has positions as arguments of these; algorithms and other containers have iterators. */
  if (is_one_of(" substr compare replace erase insert copy ", name))
    return class_name && !strcmp(class_name, "basic_string");
  return is_one_of(
      " at stoi stol stoll stoul stoull stof stod stold value get any_cast visit stop wait lock open "
      "exceptions rethrow_exception throw_with_nested rethrow_if_nested ",
      name);
}

bool cleave_standard_calls_program(const char *name, const char *class_name,
                                   const struct cleave_host_type *types) {
  /* Comparisons and arithmetic of classes of the program are functions of the program. */
  const bool calls_classes =
      class_name
          ? cleave_standard_class(class_name) & CLEAVE_STANDARD_COMPARES
          : !is_one_of(
                " swap begin end data size get copy copy_n fill fill_n move distance next prev advance "
                "make_pair make_tuple tie make_unique addressof ",
                name);
  return types->names_functions || types->copies_by_code || (types->names_classes && calls_classes);
}
