# Numbers with a fraction, for a device of the simulated driver.
architecture = 90
saturation_teams = 4.5
pageable_to_device = 5.5 GB/s
kernel_launch = 5.25 us
