# Of a trace: fails if more than LIMIT bytes of the device's memory were ever allocated at a time, or none.
function field(name) {
  match($0, "\"" name "\":\"?[^,\"}]*")
  value = substr($0, RSTART, RLENGTH)
  sub(/.*:"?/, "", value)
  return value
}
/"cat":"allocation"/ { bytes[field("address")] = field("bytes"); now += field("bytes") }
/"cat":"release"/ { now -= bytes[field("address")] }
now > most { most = now }
END {
  print "at most " most + 0 " bytes at a time"
  exit !most || most > limit
}
