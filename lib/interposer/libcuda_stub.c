/* FILE: lib/interposer/libcuda_stub.c
 * WHAT: an empty library of the driver's name, to link with where there is no driver.
 */
extern int cleave_libcuda_stub;
int cleave_libcuda_stub;
