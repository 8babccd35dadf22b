#!/bin/sh
# FILE: test/lit/mpi/Inputs/log.sh
# WHAT: runs a program under mpirun with a log of the simulated driver for each rank. If BINDING is `bound`, each rank has the one device of its
#       number, as a launcher may arrange.
# USE:  log.sh LOG BINDING PROGRAM ARGS...: the log is LOG.RANK
CLEAVE_SIMULATOR_LOG=$1.$OMPI_COMM_WORLD_RANK
export CLEAVE_SIMULATOR_LOG
if [ "$2" = bound ]; then
  CLEAVE_SIMULATOR_VISIBLE_DEVICES=$OMPI_COMM_WORLD_LOCAL_RANK
  export CLEAVE_SIMULATOR_VISIBLE_DEVICES
fi
shift 2
exec "$@"
