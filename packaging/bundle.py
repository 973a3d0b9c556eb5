"""Adds the program to an unpacked wheel, with the shared libraries that it and the module need. Called by packaging/wheel.

    bundle.py UNPACKED INSTALLED

UNPACKED is the folder of `wheel unpack`, INSTALLED that of `cmake --install --component program`. The wheel then needs
nothing of the system but glibc and GCC's two libraries. Its tag is manylinux_2_X if the versions of their symbols allow
that, as for auditwheel.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What each system has: PEP 600 and auditwheel's policies.
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libutil|libgcc_s|libstdc\+\+|ld-linux.*)\.so\.\d+$")
# GCC 12's, which distributions with glibc 2.36 have.
NEWEST = {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}

LAUNCHER = '''#!python
"""Runs the program musimd, which is in the folder of the package musimd."""
import importlib.util
import os
import sys

folder = os.path.dirname(importlib.util.find_spec("musimd").origin)
os.execv(os.path.join(folder, "bin", "musimd"), sys.argv)
'''


def run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def needed(file: Path) -> dict[str, Path]:
    """The shared libraries that a file needs, directly or indirectly, except the system's: their files by their names."""
    found = {}
    for name, path in re.findall(r"^\s*(\S+) => (.+?)(?: \(0x\w+\))?$", run("ldd", file), re.MULTILINE):
        if path == "not found":
            sys.exit(f"{file} needs {name}, which was not found")
        if not SYSTEM.match(name):
            found[name] = Path(path)
    return found


def bundle(executables: list[Path], libraries: dict[str, Path], folder: Path) -> list[Path]:
    """Copies the libraries to the folder, under names that nothing else in a Python process has, and lets all find them."""
    folder.mkdir()
    copies = []
    for name, path in libraries.items():
        copy = folder / f"musimd-{name}"
        shutil.copy(path, copy)
        copy.chmod(0o755)
        run("patchelf", "--set-soname", copy.name, copy)
        copies.append(copy)
    for file in executables + copies:
        direct = [name for name in run("patchelf", "--print-needed", file).split() if name in libraries]
        for name in direct:
            run("patchelf", "--replace-needed", name, f"musimd-{name}", file)
        run("patchelf", "--set-rpath", f"$ORIGIN/{os.path.relpath(folder, file.parent)}", file)
    return copies


def copy_licences(libraries: list[Path], folder: Path) -> None:
    """The copyright files of Debian's packages that the libraries are from."""
    folder.mkdir(exist_ok=True)
    for library in libraries:
        for path in (library, Path("/usr") / library.relative_to("/")):
            found = subprocess.run(["dpkg-query", "--search", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            package = found.stdout.partition(":")[0]
            if package and Path(f"/usr/share/doc/{package}/copyright").exists():
                shutil.copy(f"/usr/share/doc/{package}/copyright", folder / package)


def platform(files: list[Path]) -> str:
    """The platform tag: what the files need of the system."""
    machine = run("uname", "-m").strip()
    glibc = (2, 17)
    for file in files:
        for name, version in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_([\d.]+)", run("readelf", "--wide", "--version-info", file)):
            numbers = tuple(int(number) for number in version.split("."))
            if name == "GLIBC":
                glibc = max(glibc, numbers[:2])
            elif numbers > NEWEST[name]:
                return f"linux_{machine}"
    # At least what Debian 12 has, on which the wheel is tested.
    return f"manylinux_{glibc[0]}_{max(glibc[1], 36)}_{machine}"


def main() -> None:
    wheel, installed = Path(sys.argv[1]), Path(sys.argv[2])
    package = wheel / "musimd"
    (info,) = wheel.glob("*.dist-info")
    data = wheel / f"{info.stem}.data"

    (package / "bin").mkdir()
    program = package / "bin" / "musimd"
    shutil.copy(installed / "bin" / "musimd", program)
    executables = [program, *package.glob("_native.*.so")]
    libraries = {name: path for file in executables for name, path in needed(file).items()}
    copies = bundle(executables, libraries, package / "lib")
    if shutil.which("dpkg-query"):
        copy_licences(list(libraries.values()), info / "licenses")

    # The program looks for its lessons and pages near itself. Other files go where programs of the environment have them.
    share = installed / "share"
    for name in ("lessons", "web"):
        if (share / "musimd" / name).exists():
            shutil.copytree(share / "musimd" / name, package / "share" / "musimd" / name)
    shutil.copytree(share / "musimd" / "programs", data / "data" / "share" / "musimd" / "programs")
    for name in ("man", "bash-completion", "zsh", "fish"):
        if (share / name).exists():
            shutil.copytree(share / name, data / "data" / "share" / name)
    (data / "scripts").mkdir()
    launcher = data / "scripts" / "musimd"
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)

    tag = platform(executables + copies)
    text = (info / "WHEEL").read_text()
    (info / "WHEEL").write_text(re.sub(r"(?m)^(Tag: \S+?-\S+?)-\S+$", rf"\1-{tag}", text))
    print(tag, *(file.name for file in copies))


main()
