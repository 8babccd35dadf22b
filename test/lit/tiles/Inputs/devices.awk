# Of a trace: for each device, how many kernels it ran, and how many bytes were copied to it and from it.
function field(name) {
  match($0, "\"" name "\":\"?[^,\"}]*")
  value = substr($0, RSTART, RLENGTH)
  sub(/.*:"?/, "", value)
  return value
}
/"cat":"kernel"/ { kernels[field("device")]++ }
/"cat":"to device"/ { to[field("device")] += field("bytes") }
/"cat":"from device"/ { from[field("device")] += field("bytes") }
END {
  for (device = 0; device < 64; device++)
    if (kernels[device] || to[device] || from[device])
      printf "device %d: %d kernels, %d bytes to it, %d from it\n", device, kernels[device], to[device],
             from[device]
}
