# Builds with CMake: pip install --no-build-isolation --no-deps ./python (docs/python.md).

import os
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent


def _pybind11() -> list[str]:
    """Where pybind11 is, if it is a package of Python; else CMake finds Debian's."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class BuildWithCMake(build_ext):
    """Builds in the project's build folder, so that installing again compiles only what has changed."""

    def build_extension(self, extension: Extension) -> None:
        build = ROOT / "build" / f"pip-{sys.implementation.cache_tag}"
        package = Path(self.get_ext_fullpath(extension.name)).resolve().parent
        options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DPython3_EXECUTABLE={sys.executable}"]
        options += [*_pybind11(), *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
        for arguments in (
            ["-S", str(ROOT / "python"), "-B", str(build), *options],
            ["--build", str(build)],
            ["--install", str(build), "--strip", "--prefix", str(package)],
        ):
            subprocess.run(["cmake", *arguments], check=True)


setup(
    name="musimd",
    version="0.2.0",
    description="The reference machine for SIMD programs that diverge",
    license="MIT",
    packages=["musimd"],
    package_data={"musimd": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("musimd._native", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    python_requires=">=3.10",
    install_requires=["numpy"],
    zip_safe=False,
)
