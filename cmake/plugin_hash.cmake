# FILE: cmake/plugin_hash.cmake
# WHAT: writes a C file with the hash of the plugin, which tools/CMakeLists.txt links into the command.
# USE:  cmake -DPLUGIN=cleave.so -DOUTPUT=plugin_hash.c -P plugin_hash.cmake
file(SHA256 ${PLUGIN} hash)
file(WRITE ${OUTPUT} "extern const char cleave_plugin_hash[];
const char cleave_plugin_hash[] __attribute__((used)) = \"cleave.so ${hash}\";
")
