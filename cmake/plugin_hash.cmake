# FILE: cmake/plugin_hash.cmake
# WHAT: writes a C file with the hashes of the plugins, which tools/CMakeLists.txt links into the command.
# USE:  cmake -DPLUGINS=cleave.so[,cleave-22.so] -DOUTPUT=plugin_hash.c -P plugin_hash.cmake
set(hashes)
string(REPLACE "," ";" plugins "${PLUGINS}")
foreach(plugin IN LISTS plugins)
  file(SHA256 ${plugin} hash)
  string(APPEND hashes " ${hash}")
endforeach()
file(WRITE ${OUTPUT} "extern const char cleave_plugin_hash[];
const char cleave_plugin_hash[] __attribute__((used)) = \"cleave.so${hashes}\";
")
