/* FILE: lib/environments/environment_choice.h
 * WHAT: data environments around several regions: objects that stay on the device between them, and the updates that
 *       host code needs. docs/design/environments.md states the rules and their proofs.
 */
#ifndef CLEAVE_ENVIRONMENTS_ENVIRONMENT_CHOICE_H
#define CLEAVE_ENVIRONMENTS_ENVIRONMENT_CHOICE_H

#include "model/environment_plan.h"
#include "model/host_code.h"
#include "model/options.h"
#include "model/plan.h"

/* The environments of one function. */
struct cleave_environments {
  struct cleave_environment *items; /* an environment that contains another one precedes it */
  size_t count;
  struct cleave_remark *remarks;
  size_t remark_count;
};

/* Plans the environments of function number INDEX of UNIT. The unit's arena owns the result. Decisions count for
 * bisect=; regions that skip= or environment(off) excludes keep their copies. */
struct cleave_environments cleave_environments_plan(const struct cleave_unit *unit, uint32_t index,
                                                    const struct cleave_options *options,
                                                    struct cleave_decisions *decisions);

#endif
