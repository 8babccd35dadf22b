"""Runs `cleave explain` with a compiler that records when it begins and ends, and waits as the case demands.

Nothing depends on time: the compiler waits for events, and gives up after a minute.
"""
import json
import os
import pty
import signal
import stat
import subprocess
import sys
import time

cleave = sys.argv[1]
real = subprocess.run([cleave, "cc", "--dry-run", "x.c"], capture_output=True, text=True).stdout.split()[0]
LOG = os.path.abspath("log")

COMPILER = """#!%s
import os, sys, time
case, name = os.environ["CASE"], os.path.basename(sys.argv[-1])
def log(word):
    with open(%r, "a") as file: file.write(word + " " + name + " " + str(os.getpid()) + "\\n")
def until(condition):
    for _ in range(6000):
        if condition(): return
        time.sleep(0.01)
    sys.exit("the event did not happen")
def count(word):
    with open(%r) as file: return sum(line.startswith(word) for line in file)
log("begin")
if case == "three": until(lambda: count("begin") >= 3)
if case == "last" and name == "a.c": until(lambda: count("end") >= 5)
if case == "released": until(lambda: os.path.exists("release"))
if case == "forever": until(lambda: False)
status = os.spawnv(os.P_WAIT, %r, [%r] + sys.argv[1:])
log("end")
sys.exit(status)
""" % (sys.executable, LOG, LOG, real, real)

with open("compiler", "w") as file:
    file.write(COMPILER)
os.chmod("compiler", stat.S_IRWXU)
os.mkdir("temporary")
with open("region.h", "w") as file:
    file.write("static inline void once(int n, double *a) {\n#pragma omp target parallel for map(a[0:n])\n"
               "  for (int i = 0; i < n; i++)\n    a[i] = 1;\n}\n")
for name in "abcd":
    with open(name + ".c", "w") as file:
        file.write('#include "region.h"\nint use_%s(void) { int x; return 1; }\n' % name)
for name in ["b_wrong.c", "c_wrong.c"]:
    with open(name, "w") as file:
        file.write("int %s = ;\n" % name[0])


def environment(case):
    if os.path.exists(LOG):
        os.remove(LOG)
    return dict(os.environ, CLEAVE_CLANG=os.path.abspath("compiler"), CASE=case, TMPDIR=os.path.abspath("temporary"))


def explain(case, words, **more):
    return subprocess.run([cleave, "explain"] + words, env=environment(case), capture_output=True, text=True, **more)


def events():
    with open(LOG) as file:
        return [line.split() for line in file]


def one_after_another():
    words = [event[0] for event in events()]
    assert words == ["begin", "end"] * 3, words
    return len(words) // 2


three = ["a.c", "b.c", "c.c"]
done = explain("three", ["-j", "3"] + three)
assert done.returncode == 0, done.stderr
print("three at a time: %d files explained" % [event[0] for event in events()].count("end"))
explain("none", ["-j", "1"] + three)
print("-j 1: %d files, one after another" % one_after_another())
explain("none", three, preexec_fn=lambda: os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]))
print("one processor: %d files, one after another" % one_after_another())

files = ["a.c", "b_wrong.c", "b.c", "c_wrong.c", "c.c", "d.c"]
warnings = ["--", "-Wunused-variable"]
for form in [[], ["--all"], ["--json"]]:
    serial = explain("none", form + ["--jobs=1"] + files + warnings)
    parallel = explain("last", form + ["--jobs", "6"] + files + warnings)
    assert (serial.stdout, serial.stderr) == (parallel.stdout, parallel.stderr), parallel.stdout + parallel.stderr
    assert serial.returncode == parallel.returncode == 1
    messages = [line.split(":")[0] for line in serial.stderr.splitlines() if "error:" in line or "warning:" in line]
    assert messages == files, messages
    assert "lacks 2 of 6 files" in serial.stderr and events()[-1][1] == "a.c"
    assert form != ["--json"] or [file["file"] for file in json.loads(parallel.stdout)] == three + ["d.c"]
print("the first file ends last: text, JSON and diagnostics are those of -j 1")

done = explain("none", three + ["d.c"])
lines = [line for line in done.stdout.splitlines() if "region.h:2" in line]
assert len(lines) == 1 and lines[0].endswith("distributed across all teams (in 4 compilations)"), done.stdout
print("a header of four files: once, with a count")

run = subprocess.Popen([cleave, "explain", "a.c", "b.c"], env=environment("released"), stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, text=True)
line = run.stderr.readline()
open("release", "w").close()
run.communicate()
assert run.returncode == 0
os.remove("release")
print("no terminal: " + line, end="")

master, slave = pty.openpty()
run = subprocess.Popen([cleave, "explain", "a.c", "b.c"], env=environment("none"), stdout=subprocess.DEVNULL, stderr=slave)
os.close(slave)
text = b""
try:
    while part := os.read(master, 4096):
        text += part
except OSError:  # the end of a terminal
    pass
assert run.wait() == 0
parts = [part for part in text.decode().replace("\x1b[K", "").split("\r") if part]
assert len(parts) == 2 and parts[0].startswith("[1/2] ") and parts[1].startswith("[2/2] "), text
assert text.endswith(b"\r\x1b[K"), text
print("terminal: [2/2] is the last line of progress")


def wait_for(condition):
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    raise SystemExit("the event did not happen")


for number in [signal.SIGINT, signal.SIGTERM]:
    before = sorted(os.listdir("."))
    run = subprocess.Popen([cleave, "explain", "-j", "2"] + three, env=environment("forever"), stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    wait_for(lambda: os.path.exists(LOG) and len(events()) == 2)
    run.send_signal(number)
    out, errors = run.communicate()
    assert out == "" and "cleave: interrupted after 0 of 3 files; there is no report\n" in errors, errors
    for event in events():
        assert event[0] == "begin" and not os.path.exists("/proc/" + event[2]), event
    assert sorted(os.listdir(".")) == before and not os.listdir("temporary")
    print("%s: status %d, no report, no process, no file" % (number.name, run.returncode))
