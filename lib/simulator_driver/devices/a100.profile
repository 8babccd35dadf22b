# NVIDIA A100 (SXM, 80 GB) in a host with PCIe 4 x16. For the kinds of numbers see h200.profile.
name = NVIDIA A100-SXM4-80GB
architecture = 80                           # datasheet
driver_version = 13000                      # assumed

multiprocessors = 108                       # datasheet
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 164 KiB  # datasheet
shared_memory_per_block = 48 KiB            # datasheet, without opting in to more
memory = 79.3 GiB                           # assumed, of 80 GB
memory_bus_width = 5120                     # datasheet
memory_bandwidth = 2039 GB/s                # datasheet
level_2_cache = 40 MiB                      # datasheet
clock = 1410 MHz                            # datasheet
memory_clock = 1593 MHz                     # datasheet
copy_engines = 3                            # assumed

# Execution of kernels: units and ports per multiprocessor, latencies in cycles.
schedulers = 4                              # datasheet
float32_lanes = 64                          # datasheet
float64_lanes = 32                          # datasheet
integer_lanes = 64                          # datasheet
special_lanes = 16                          # datasheet
level_1_cache = 192 KiB                     # datasheet
level_1_is_unified = 1                      # datasheet
level_2_bandwidth = 4000 GB/s               # assumed
level_2_port = 64                           # datasheet
memory_throughput = 1800 GB/s               # assumed
in_order = 0                                # assumed: the assembler orders instructions
arithmetic_latency = 4                      # assumed
float64_latency = 8                         # assumed
special_latency = 20                        # assumed
shared_latency = 29                         # assumed
level_1_latency = 38                        # assumed
level_2_latency = 262                       # assumed
memory_latency = 600                        # assumed, under load
atomic_latency = 300                        # assumed
atomic_rate = 160                           # assumed
atomic_address_rate = 1                     # assumed
kernel_minimum = 2.5 us                     # assumed

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
