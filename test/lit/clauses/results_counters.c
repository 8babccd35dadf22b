// The results of 20 loops in these forms are those of plain clang, to the bit: on the host device with one team and with four teams of four
// threads, and as GPU code without errors that the simulator detects. All versions are launched.
// LABEL: slow
// Forms: counters_in_parallel of Inputs/forms.py.
// RUN: python3 %S/Inputs/forms.py program counters_in_parallel >%t.counters_in_parallel.c
// The counters are shared by threads, so plain OpenMP code has a race: the expected results are those without OpenMP.
// RUN: %clang -O1 -w -ffp-contract=off %t.counters_in_parallel.c -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w -ffp-contract=off %host_offload %t.counters_in_parallel.c -o %t -latomic -Xoffload-linker -latomic
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -ffp-contract=off %link_sm90 %t.counters_in_parallel.c -o %t.gpu -latomic
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %cleave simulate --checks=all %t.gpu >%t.checked
