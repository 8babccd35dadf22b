"""FILE: test/consumer/spack.py
WHAT: loads packaging/spack/package.py with stand-ins for Spack's directives, and compares what it names with the build: the
      version, the versions of LLVM, the libraries and the options of CMake.
USE:  spack.py BUILD
"""
import pathlib
import re
import sys
import types

build, root = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).resolve().parents[2]
calls = []


def directive(name):
    return lambda *words, **options: calls.append((name, words, options))


class Prefix(str):
    """prefix.lib.cmake is a path, as in Spack."""

    def __getattr__(self, name):
        return Prefix(f"{self}/{name}")


class CMakePackage:
    spec = {"llvm": types.SimpleNamespace(prefix=Prefix("/llvm"))}

    def define(self, name, value):
        return f"-D{name}={'ON' if value is True else 'OFF' if value is False else value}"

    def define_from_variant(self, name, variant):
        assert any(call[:2] == ("variant", (variant,)) for call in calls), variant
        return self.define(name, True)


package = types.ModuleType("spack.package")
package.CMakePackage = CMakePackage
for name in ("version", "license", "generator", "variant", "depends_on"):
    setattr(package, name, directive(name))
sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), package
scope = {}
exec(compile((root / "packaging/spack/package.py").read_text(), "package.py", "exec"), scope)

cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M))
llvm = (root / "cmake/llvm.cmake").read_text()
options = scope["Cleave"]().cmake_args()
print(*options, sep="\n")
for option in options:
    name = option[2:].split("=")[0]
    assert name in cache or name in llvm, f"{option}: no option of the build"
assert "-DLLVM_DIR=/llvm/lib/cmake/llvm" in options
versions = [words[0] for name, words, _ in calls if name == "version"]
assert cache["CMAKE_PROJECT_VERSION"] in versions, versions
needs = [words[0] for name, words, _ in calls if name == "depends_on"]
accepted = re.search(r"set\(CLEAVE_LLVM_VERSIONS (.*)\)", llvm)[1].split()
assert [need for need in needs if need.startswith("llvm@") and need[5:].split()[0] in accepted], needs
minimum = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", (root / "CMakeLists.txt").read_text())[1]
assert f"cmake@{minimum}:" in needs, needs
libraries = {name[len("CLEAVE_LIB"):].lower() for name in cache if re.fullmatch("CLEAVE_LIB[A-Z]+", name)}
provided = {need.removesuffix("-c") for need in needs} | ({"dw"} if "elfutils" in needs else set())
assert libraries <= provided, f"libraries of the build {libraries}, of the package {needs}"
