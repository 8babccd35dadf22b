# A compile_commands.json: one command as a string with quotes and a launcher, others as words.
import json
import os
import sys

folder = sys.argv[1]
plain = ["clang", "-fopenmp", "-I.", "-c", "-MD", "-MF", "x.d", "-Wp,-MMD,y.d", "-save-temps", "--serialize-diagnostics", "z.dia", "-o", "build/x.o"]
print(json.dumps([
    {"directory": folder, "file": "a 'b/other.c",
     "command": "ccache /usr/bin/cc -DTEXT=\\\"x\\ y\\\" -fopenmp -o build/o.o -c \"a 'b/other.c\""},
    {"directory": os.path.dirname(folder), "file": os.path.join(folder, "main.c"),
     "arguments": plain + [os.path.join(folder, "main.c")]},
    {"directory": folder, "file": "one.cpp", "arguments": plain + ["one.cpp"]},
    {"directory": folder, "file": "two.cpp", "arguments": plain + ["two.cpp"]},
    {"directory": folder, "file": "plain.c", "arguments": ["cc", "-c", "plain.c"]},
    {"directory": folder, "file": "kernel.cu", "arguments": ["nvcc", "-fopenmp", "-c", "kernel.cu"]},
]))
