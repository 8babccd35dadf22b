/* The version of CUDA that clang 19 reads under --cuda-path. It is the newest one that clang 19 knows. This is not NVIDIA's header,
 * and declares nothing: programs that call the CUDA driver need the CUDA toolkit. */
#define CUDA_VERSION 12050
