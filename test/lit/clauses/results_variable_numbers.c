// The results of 20 loops in these forms are those of plain clang, to the bit: on the host device with one team and with four teams of four
// threads, and as GPU code without errors that the simulator detects. All versions are launched.
// LABEL: slow
// Forms: thread_limit_variable, two_numbers of Inputs/forms.py.
// RUN: python3 %S/Inputs/forms.py program thread_limit_variable >%t.thread_limit_variable.c
// RUN: %clang -O1 -ffp-contract=off %host_offload %t.thread_limit_variable.c -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w -ffp-contract=off %host_offload %t.thread_limit_variable.c -o %t -latomic -Xoffload-linker -latomic
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -ffp-contract=off %link_sm90 %t.thread_limit_variable.c -o %t.gpu -latomic
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %cleave simulate --checks=all %t.gpu >%t.checked
// RUN: python3 %S/Inputs/forms.py program two_numbers >%t.two_numbers.c
// RUN: %clang -O1 -ffp-contract=off %host_offload %t.two_numbers.c -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O1 -w -ffp-contract=off %host_offload %t.two_numbers.c -o %t -latomic -Xoffload-linker -latomic
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always KMP_WARNINGS=0 %run4 %t | diff %t.expected -
// RUN: %cleave_cc -O2 -ffp-contract=off %link_sm90 %t.two_numbers.c -o %t.gpu -latomic
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.expected -
// RUN: env CLEAVE_MAP=tiles %cleave simulate --checks=all %t.gpu >%t.checked
