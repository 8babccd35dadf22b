# FILE: lib/device/devices/nvidia-h200.profile
# WHAT: NVIDIA H200 (SXM, 141 GB). Behind each number stands its kind: datasheet; measured (read on such
#       a machine). How many teams uncoalesced streams bear was never measured on one: without
#       saturation_teams no grid is reduced. `cleave calibrate` measures it.
name = NVIDIA H200
architecture = 90                           # datasheet
multiprocessors = 132                       # measured
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 228 KiB  # datasheet
shared_memory_per_block_opt_in = 227 KiB    # datasheet
level_1_cache = 256 KiB                     # datasheet, together with shared memory
