# NVIDIA Titan X (Pascal) in a host with PCIe 3 x16, pages of 4 KiB, and an Intel i7-4770 with two
# channels of DDR3-1600 (25.6 GB/s by its datasheet, and each byte copied is read and written). For
# the kinds of numbers see h200.profile. Pinning a matrix of 0.37 GB for one use costs 0.09 s and saves
# 0.03 s of its transfer. Published programs of 0.16 s that did so lost 0.08 s.
name = NVIDIA TITAN X (Pascal)
architecture = 61                           # datasheet
# CUDA 13 compiles for sm_75 and later, and the run time compares this value with the architecture of an image.
# CLEAVE_SIMULATOR_ARCHITECTURE changes it, for a program compiled for another architecture.
reported_architecture = 75
driver_version = 13000                      # assumed, so that cubins of CUDA 13 are not too new

multiprocessors = 28                        # datasheet
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 96 KiB   # datasheet
shared_memory_per_block = 48 KiB            # datasheet
memory = 11.9 GiB                           # assumed, of 12 GB
memory_bus_width = 384                      # datasheet
memory_bandwidth = 480 GB/s                 # datasheet
level_2_cache = 3 MiB                       # datasheet
clock = 1531 MHz                            # datasheet
memory_clock = 5005 MHz                     # datasheet
copy_engines = 2                            # datasheet

# Execution of kernels: units and ports per multiprocessor, latencies in cycles.
schedulers = 4                              # datasheet
float32_lanes = 128                         # datasheet
float64_lanes = 4                           # datasheet
integer_lanes = 128                         # datasheet
special_lanes = 32                          # datasheet
level_1_cache = 48 KiB                      # datasheet
level_1_is_unified = 0                      # datasheet
level_2_bandwidth = 1100 GB/s               # assumed
level_2_port = 64                           # assumed
memory_throughput = 400 GB/s                # assumed
in_order = 0                                # assumed: the assembler orders instructions
arithmetic_latency = 6                      # assumed
float64_latency = 48                        # assumed
special_latency = 24                        # assumed
shared_latency = 24                         # assumed
level_1_latency = 82                        # assumed, of the P100
level_2_latency = 216                       # assumed, of this generation
memory_latency = 550                        # assumed
atomic_latency = 300                        # assumed
atomic_rate = 48                            # assumed
atomic_address_rate = 1                     # assumed
kernel_minimum = 4 us                       # assumed

pinned_to_device = 12 GB/s                  # assumed, of 15.8 GB/s that PCIe 3 x16 has
pinned_from_device = 12.5 GB/s              # assumed
pageable_to_device = 6 GB/s                 # assumed
pageable_from_device = 6 GB/s               # assumed
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
registration_per_mebibyte = 250 us          # assumed
host_copy = 7 GB/s                          # assumed
host_copy_most = 10 GB/s                    # assumed

kernel_duration = 4us + 6us * blocks * threads / (multiprocessors * 2048) # assumed
