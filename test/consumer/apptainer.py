"""FILE: test/consumer/apptainer.py
WHAT: copies what packaging/apptainer/cleave.def takes into an image to FOLDER, and runs its command of CMake that configures
      the build there. Its packages have to be among those of scripts/setup.sh.
USE:  apptainer.py FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys

folder, root = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).resolve().parents[2]
sections = dict(re.findall(r"^%(\w+)\n(.*?)(?=^%|\Z)", (root / "packaging/apptainer/cleave.def").read_text(), re.M | re.S))
for line in sections["files"].split("\n"):
    if line:
        source, target = line.split()
        target = folder / target.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (root / source).is_dir() else shutil.copy)(root / source, target)
post = sections["post"].replace("\\\n", " ")
packages = re.search(r"apt-get install (.*)", post)[1].split()
setup = (root / "scripts/setup.sh").read_text()
for package in packages:
    assert package.startswith("-") or re.search(rf"^  {package}\b", setup, re.M), package
configure = re.search(r"cmake -S .*", post)[0].replace("/opt/", f"{folder}/opt/")
print(configure)
sys.exit(subprocess.run(configure.split()).returncode)
