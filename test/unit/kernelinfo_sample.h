/* FILE: test/unit/kernelinfo_sample.h
 * WHAT: kernel information with something of everything, for tests and as the seed of a fuzzer.
 */
#ifndef CLEAVE_TEST_KERNELINFO_SAMPLE_H
#define CLEAVE_TEST_KERNELINFO_SAMPLE_H

#include "kernelinfo/kernelinfo.h"

#define EXPRESSION(instructions) {instructions, sizeof instructions / sizeof *instructions}

/* 8 * sext32(argument 2) */
static const struct cleave_kernel_instruction sample_stride[] = {{CLEAVE_KERNEL_CONSTANT, 8},
                                                                 {CLEAVE_KERNEL_ARGUMENT, 2},
                                                                 {CLEAVE_KERNEL_SIGN_EXTEND, 32},
                                                                 {CLEAVE_KERNEL_MULTIPLY, 0}};
/* max(argument 3 - 1, 0) / 4 + zext16(argument 0) */
static const struct cleave_kernel_instruction sample_trip_count[] = {
    {CLEAVE_KERNEL_ARGUMENT, 3},        {CLEAVE_KERNEL_CONSTANT, 1},
    {CLEAVE_KERNEL_SUBTRACT, 0},        {CLEAVE_KERNEL_CONSTANT, 0},
    {CLEAVE_KERNEL_MAXIMUM_SIGNED, 0},  {CLEAVE_KERNEL_CONSTANT, 4},
    {CLEAVE_KERNEL_DIVIDE_UNSIGNED, 0}, {CLEAVE_KERNEL_ARGUMENT, 0},
    {CLEAVE_KERNEL_ZERO_EXTEND, 16},    {CLEAVE_KERNEL_ADD, 0}};
static const struct cleave_kernel_instruction sample_negative[] = {
    {CLEAVE_KERNEL_CONSTANT, -((INT64_C(1) << 40) + 7)}};

static const struct cleave_kernel_loop sample_loops[] = {
    {.parent = -1, .depth = 1, .flops = 3, .trip_count = EXPRESSION(sample_trip_count)},
    {.parent = 0, .depth = 2, .varies = true, .flops = 0},
    {.parent = -1, .depth = 1, .flops = 7, .trip_count = EXPRESSION(sample_stride)}};

static const struct cleave_kernel_stream sample_streams[] = {
    {.access = CLEAVE_ACCESS_SYMBOLIC_STRIDE,
     .reads = true,
     .loop = 0,
     .element_bytes = 8,
     .sites = 2,
     .line = 17,
     .stride = EXPRESSION(sample_stride)},
    {.access = CLEAVE_ACCESS_COALESCED,
     .reads = true,
     .writes = true,
     .row_break = true,
     .loop = 1,
     .element_bytes = 4,
     .sites = 1,
     .line = 19,
     .stride = EXPRESSION(sample_negative),
     .row_extent = EXPRESSION(sample_trip_count)},
    {.access = CLEAVE_ACCESS_IRREGULAR, .writes = true, .loop = -1, .element_bytes = 1, .sites = 9}};

static const struct cleave_kernel_information sample = {.argument_count = 4,
                                                        .flops = 5,
                                                        .unknown_accesses = true,
                                                        .keeps_grid = true,
                                                        .file = "rows.c",
                                                        .loops = sample_loops,
                                                        .loop_count = 3,
                                                        .streams = sample_streams,
                                                        .stream_count = 3};

#endif
