/* FILE: tools/rocm/isa_version.c
 * WHAT: the constant from which AMD's mathematical library selects code for an architecture: 9402 is gfx942. For architectures that are
 *       newer than the installed library.
 */
extern const __attribute__((address_space(4), visibility("protected"))) unsigned __oclc_ISA_version;
const __attribute__((address_space(4))) unsigned __oclc_ISA_version = CLEAVE_ISA_VERSION;
