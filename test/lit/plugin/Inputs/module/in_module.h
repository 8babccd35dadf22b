// The header of the module.
#define IN_MODULE 16
