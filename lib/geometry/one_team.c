/* FILE: lib/geometry/one_team.c
 * WHAT: which loops one team does as fast as the whole device.
 */
#include "geometry/geometry.h"

bool cleave_fits_one_team(double trip_count) {
  return trip_count <= CLEAVE_ONE_TEAM_THREADS;
}
