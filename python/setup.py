# Builds with CMake: pip install --no-build-isolation --no-deps ./python (docs/python.md).

import sys

from skbuild import setup

setup(
    name="musimd",
    version="0.1.0",
    description="The reference machine for SIMD programs that diverge",
    license="MIT",
    packages=["musimd"],
    package_data={"musimd": ["py.typed", "*.pyi"]},
    python_requires=">=3.10",
    install_requires=["numpy"],
    cmake_install_dir="musimd",
    cmake_args=[f"-DPython3_EXECUTABLE={sys.executable}"],
    zip_safe=False,
)
