# NVIDIA H200 (SXM, 141 GB) in a host with PCIe 5 x16.
# The kinds of numbers: datasheet; measured (on such a machine); assumed (an estimate of the right size).
name = NVIDIA H200
architecture = 90                           # datasheet
driver_version = 13000                      # assumed

multiprocessors = 132                       # measured
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 228 KiB  # datasheet
shared_memory_per_block = 48 KiB            # datasheet, without opting in to more
memory = 139.8 GiB                          # measured
memory_bus_width = 6144                     # datasheet
memory_bandwidth = 4800 GB/s                # datasheet
level_2_cache = 60 MiB                      # measured
clock = 1980 MHz                            # measured
memory_clock = 3201 MHz                     # assumed
copy_engines = 3                            # assumed

# Execution of kernels: units and ports per multiprocessor, latencies in cycles.
schedulers = 4                              # datasheet
float32_lanes = 128                         # datasheet
float64_lanes = 64                          # datasheet
integer_lanes = 64                          # datasheet
special_lanes = 16                          # datasheet
level_1_cache = 256 KiB                     # datasheet
level_1_is_unified = 1                      # datasheet, shared memory is a part of it
level_2_bandwidth = 7300 GB/s               # measured, reads
level_2_port = 64                           # datasheet, bytes per cycle
memory_throughput = 4300 GB/s               # measured, a kernel that copies
in_order = 0                                # assumed: the assembler orders instructions
arithmetic_latency = 4                      # assumed, cycles
float64_latency = 8                         # assumed
special_latency = 20                        # assumed
shared_latency = 29                         # assumed
level_1_latency = 39                        # measured
level_2_latency = 282                       # measured
memory_latency = 684                        # measured, without load; 1367 if all others read
atomic_latency = 300                        # assumed
atomic_rate = 192                           # assumed, per cycle
atomic_address_rate = 1                     # assumed, per cycle
kernel_minimum = 2 us                       # assumed

pinned_to_device = 55.4 GB/s                # measured, 256 MiB
pinned_from_device = 52.3 GB/s              # measured, 256 MiB
pageable_to_device = 10.0 GB/s              # measured, between 10 and 17
pageable_from_device = 14.0 GB/s            # measured, between 14 and 16.4
copy_latency = 1.5 us                       # assumed
copy_submission = 1.5 us                    # assumed

kernel_submission = 2.2 us                  # assumed
kernel_latency = 3 us                       # assumed
synchronization = 2 us                      # assumed
query = 0.4 us                              # assumed
other_call = 0.3 us                         # assumed
allocation = 60 us                          # assumed
release = 40 us                             # assumed
module_load = 1 ms                          # assumed
registration = 20 us                        # assumed
registration_per_mebibyte = 105 us          # measured, 0.1 s for each GB
host_copy = 7.6 GB/s                        # measured, one thread in buffers of 8 MiB
host_copy_most = 45 GB/s                    # measured, eight threads

# If a kernel is not executed: 4 us for one full wave, 6 us for two. Assumed.
kernel_duration = 2us + 2us * blocks * threads / (multiprocessors * 2048)
