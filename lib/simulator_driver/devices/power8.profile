# NVIDIA P100 in a POWER8 host with NVLink and pages of 64 KiB. For the kinds of
# numbers see h200.profile.
name = NVIDIA Tesla P100-SXM2-16GB
architecture = 60                           # datasheet
# CUDA 13 compiles for sm_75 and later, and the run time compares this value with the architecture of an image.
# CLEAVE_SIMULATOR_ARCHITECTURE changes it, for a program compiled for another architecture.
reported_architecture = 75
driver_version = 13000                      # assumed, so that cubins of CUDA 13 are not too new

multiprocessors = 56                        # datasheet
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 64 KiB   # datasheet
shared_memory_per_block = 48 KiB            # datasheet
memory = 15.9 GiB                           # assumed, of 16 GB
memory_bus_width = 4096                     # datasheet
memory_bandwidth = 732 GB/s                 # datasheet
level_2_cache = 4 MiB                       # datasheet
clock = 1480 MHz                            # datasheet
memory_clock = 715 MHz                      # datasheet
copy_engines = 2                            # datasheet

# Execution of kernels: units and ports per multiprocessor, latencies in cycles.
schedulers = 2                              # datasheet
float32_lanes = 64                          # datasheet
float64_lanes = 32                          # datasheet
integer_lanes = 64                          # datasheet
special_lanes = 16                          # datasheet
level_1_cache = 24 KiB                      # datasheet
level_1_is_unified = 0                      # datasheet
level_2_bandwidth = 1600 GB/s               # assumed
level_2_port = 64                           # assumed
memory_throughput = 550 GB/s                # assumed
in_order = 0                                # assumed: the assembler orders instructions
arithmetic_latency = 6                      # assumed
float64_latency = 8                         # assumed
special_latency = 24                        # assumed
shared_latency = 24                         # assumed
level_1_latency = 82                        # assumed
level_2_latency = 234                       # assumed
memory_latency = 550                        # assumed
atomic_latency = 300                        # assumed
atomic_rate = 64                            # assumed
atomic_address_rate = 1                     # assumed
kernel_minimum = 4 us                       # assumed

pinned_to_device = 32 GB/s                  # assumed, of 40 GB/s that two links of NVLink have
pinned_from_device = 32 GB/s                # assumed
pageable_to_device = 8 GB/s                 # assumed
pageable_from_device = 8 GB/s               # assumed
copy_latency = 2 us                         # assumed
copy_submission = 2 us                      # assumed

kernel_submission = 4 us                    # assumed
kernel_latency = 5 us                       # assumed
synchronization = 4 us                      # assumed
query = 0.8 us                              # assumed
other_call = 0.5 us                         # assumed
allocation = 100 us                         # assumed
release = 80 us                             # assumed
module_load = 2 ms                          # assumed
registration = 30 us                        # assumed
registration_per_mebibyte = 25 us           # assumed: a tenth of what pages of 4 KiB cost
host_copy = 9 GB/s                          # assumed
host_copy_most = 60 GB/s                    # assumed

kernel_duration = 4us + 6us * blocks * threads / (multiprocessors * 2048) # assumed
