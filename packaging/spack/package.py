# FILE: packaging/spack/package.py
# WHAT: cleave as a Spack package, for LLVM of Spack. docs/install.md has the commands.
# USE:  copy it to packages/cleave/package.py of a Spack repository; in the checkout: spack dev-build cleave@0.1.0
from spack.package import *

try:  # since Spack 1.0
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:
    pass


class Cleave(CMakePackage):
    """Compiles OpenMP target regions with several parallel loops into one GPU kernel per loop: a plugin for clang, a
    run-time library and commands."""

    version("0.1.0")

    license("Apache-2.0 WITH LLVM-exception")
    generator("ninja")

    variant("unversioned", default=True, description="Install cleave and cleave-cc beside cleave-19 and cleave-cc-19")

    variant("check", default=False, description="Build CLEAVE_CHECK=data, which finds accesses to older data")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("llvm@19.1 +clang +offload +libomptarget openmp=runtime")
    depends_on("elf")
    depends_on("isl")
    depends_on("jansson")
    depends_on("msgpack-c")
    depends_on("elfutils", when="+check")
    depends_on("zydis", when="+check")

    def cmake_args(self):
        llvm = self.spec["llvm"].prefix
        return [
            self.define("LLVM_DIR", llvm.lib.cmake.llvm),
            self.define("Clang_DIR", llvm.lib.cmake.clang),
            self.define("BUILD_TESTING", False),
            self.define_from_variant("CLEAVE_UNVERSIONED_NAMES", "unversioned"),
        ]
