# A device whose ring of page-locked buffers costs next to nothing, so that all is staged.
architecture = 90
staging_setup = 1 ns
staged_to_device = 50 GB/s
staged_from_device = 50 GB/s
staging_threads = 1
