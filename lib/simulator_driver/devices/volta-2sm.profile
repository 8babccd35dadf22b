# A part of an NVIDIA V100: 2 of its 80 multiprocessors, with their share of the second-level cache and of the memory. A small
# device fills with small kernels; ratios of times can be compared with those of cycle-level simulators. For the
# kinds of numbers see h200.profile. The host is that of a100.profile.
name = NVIDIA Volta with 2 multiprocessors
architecture = 70                           # datasheet
driver_version = 13000                      # assumed

multiprocessors = 2                         # assumed
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 96 KiB   # datasheet
shared_memory_per_block = 48 KiB            # datasheet, without opting in to more
memory = 1 GiB                              # assumed
memory_bus_width = 102                      # assumed
memory_bandwidth = 22.5 GB/s                # assumed, 2 of 80 multiprocessors
level_2_cache = 154 KiB                     # assumed, 2 of 80 multiprocessors
clock = 1132 MHz                            # assumed, as in a public simulator
memory_clock = 877 MHz                      # datasheet
copy_engines = 3                            # assumed

# Execution of kernels: units and ports per multiprocessor, latencies in cycles.
schedulers = 4                              # datasheet
float32_lanes = 64                          # datasheet
float64_lanes = 32                          # datasheet
integer_lanes = 64                          # datasheet
special_lanes = 16                          # datasheet
level_1_cache = 128 KiB                     # datasheet
level_1_is_unified = 1                      # datasheet
level_2_bandwidth = 54 GB/s                 # assumed, 2 of 80 multiprocessors
level_2_port = 64                           # datasheet
memory_throughput = 20 GB/s                 # assumed, 2 of 80 multiprocessors
in_order = 0                                # assumed: the assembler orders instructions
arithmetic_latency = 4                      # assumed
float64_latency = 8                         # assumed
special_latency = 20                        # assumed
shared_latency = 19                         # assumed
level_1_latency = 28                        # assumed
level_2_latency = 193                       # assumed
memory_latency = 375                        # assumed
atomic_latency = 250                        # assumed
atomic_rate = 4                             # assumed, 2 of 80 multiprocessors
atomic_address_rate = 1                     # assumed
kernel_minimum = 2 us                       # assumed

pinned_to_device = 25 GB/s                  # assumed, of 31.5 GB/s that PCIe 4 x16 has
pinned_from_device = 26 GB/s                # assumed
pageable_to_device = 9 GB/s                 # assumed
pageable_from_device = 8 GB/s               # assumed
copy_latency = 1.8 us                       # assumed
copy_submission = 1.8 us                    # assumed

kernel_submission = 2.5 us                  # assumed
kernel_latency = 3.5 us                     # assumed
synchronization = 2.5 us                    # assumed
query = 0.5 us                              # assumed
other_call = 0.4 us                         # assumed
allocation = 70 us                          # assumed
release = 50 us                             # assumed
module_load = 1.2 ms                        # assumed
registration = 25 us                        # assumed
registration_per_mebibyte = 150 us          # assumed
host_copy = 8 GB/s                          # assumed
host_copy_most = 40 GB/s                    # assumed

kernel_duration = 2.5us + 3us * blocks * threads / (multiprocessors * 2048) # assumed
