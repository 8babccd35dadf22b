#!/bin/sh
# FILE: test/lit/mpi/Inputs/rank.sh
# WHAT: runs a program as rank RANK of RANKS on one machine, as far as the environment tells: without mpirun, and so in any order.
# USE:  rank.sh RANK RANKS PROGRAM ARGS...
OMPI_COMM_WORLD_RANK=$1 OMPI_COMM_WORLD_LOCAL_RANK=$1 OMPI_COMM_WORLD_SIZE=$2 OMPI_COMM_WORLD_LOCAL_SIZE=$2
export OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_LOCAL_RANK OMPI_COMM_WORLD_SIZE OMPI_COMM_WORLD_LOCAL_SIZE
shift 2
exec "$@"
