/* FILE: tools/toolkit/real_tool.h
 * WHAT: the programs of an installed CUDA toolkit.
 */
#ifndef CLEAVE_TOOLKIT_REAL_TOOL_H
#define CLEAVE_TOOLKIT_REAL_TOOL_H

/* The path of NAME ("ptxas") in an installed CUDA toolkit: in $CLEAVE_CUDA_PATH/bin, or if that is not set, on the PATH or in
 * /usr/local/cuda/bin. NULL: there is none, or CLEAVE_CUDA_PATH is "none". Ends the process with a message if
 * CLEAVE_CUDA_PATH names a folder without it. The caller frees it. */
char *toolkit_find_real(const char *name);

/* Runs the program PATH with the WORDS of this one, COUNT of them with its name. Returns its exit status. */
int toolkit_run_real(const char *path, int count, char **words);

#endif
