# FILE: lib/device/devices/nvidia-titan-x-pascal.profile
# WHAT: NVIDIA Titan X (Pascal). Behind each number stands its kind: datasheet; measured (published by
#       those who measured it); fitted (to what was measured). docs/design/geometry.md has the story.
name = NVIDIA TITAN X (Pascal)
architecture = 61                           # datasheet
multiprocessors = 28                        # datasheet
threads_per_multiprocessor = 2048           # datasheet
blocks_per_multiprocessor = 32              # datasheet
registers_per_multiprocessor = 65536        # datasheet
registers_per_block = 65536                 # datasheet
shared_memory_per_multiprocessor = 96 KiB   # datasheet
shared_memory_per_block_opt_in = 48 KiB     # datasheet; there is nothing to opt in to
level_1_cache = 48 KiB                      # datasheet

# Teams of 128 threads on the whole device, of the 448 that it holds, that were fastest with 1 to 10
# matrices read along rows, 5000 elements each way: occupancies of 25, 12.5, 6.3 (five times), 4.0, 4.0
# and 3.1 per cent.
saturation_table = 112 56 28 28 28 28 28 18 18 14 # measured
saturation_iterations = 5000                # measured
saturation_teams = 4                        # fitted
