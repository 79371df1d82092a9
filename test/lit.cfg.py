# The lit suite. Features that tests may require:
#   ptxas, nvcc   found in the CUDA toolkit
#   doxygen, mpi  are found; mpi: Open MPI
#   gpu           a CUDA device is present
#   cmake         CMake and Ninja are found
#   libc++        the runtime is built for libc++ too
# Substitutions: %gpuc, %clangxx, %opt (with gpuc's passes), %ptxas (does nothing where there is
# none), %exits N command… (whether the command ends with exit status N), %include, %runtime,
# %build (the build's directory), %on-gfx1100 and %on-gfx942 (on a simulated device), %fakecuda (stand-ins for the CUDA driver).
import ctypes
import os
import shutil
import subprocess

import lit.formats

config.name = "gpuc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".ll", ".s", ".test"]
config.excludes = ["unit", "Inputs", "fakecuda", "hipsim"]
config.test_source_root = os.path.join(config.gpuc_source_dir, "test")
config.test_exec_root = os.path.join(config.gpuc_build_dir, "test")


def cuda_device_is_present():
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def found(path):
    return path and not path.endswith("NOTFOUND")


def is_open_mpi(mpicxx):
    # `--showme` is Open MPI's own.
    shown = subprocess.run([mpicxx, "--showme:version"], capture_output=True, text=True)
    return shown.returncode == 0 and "Open MPI" in shown.stdout + shown.stderr


if found(config.ptxas):
    config.available_features.add("ptxas")
if found(config.nvcc):
    config.available_features.add("nvcc")
if found(config.doxygen):
    config.available_features.add("doxygen")
if found(config.mpicxx) and is_open_mpi(config.mpicxx):
    config.available_features.add("mpi")
if shutil.which("cmake") and shutil.which("ninja"):
    config.available_features.add("cmake")
if config.has_libcxx:
    config.available_features.add("libc++")
if cuda_device_is_present():
    config.available_features.add("gpu")

config.environment["PATH"] = os.pathsep.join([config.llvm_bin, os.environ["PATH"]])
# Programs run on the CPU; a test for a GPU sets this itself.
config.environment["GPUC_DEVICE"] = "cpu"

lib = os.path.join(config.gpuc_build_dir, "lib")
config.substitutions += [
    ("%gpuc", os.path.join(config.gpuc_build_dir, "bin", "gpuc")),
    ("%clangxx", os.path.join(config.llvm_bin, "clang++")),
    (
        "%opt",
        os.path.join(config.llvm_bin, "opt")
        + " -load-pass-plugin="
        + os.path.join(lib, "GpucTransforms.so"),
    ),
    ("%ptxas", config.ptxas + " -o /dev/null" if found(config.ptxas) else "true"),
    ("%exits", """bash -c 'n=$1; shift; "$@"; test $? -eq $n' exits"""),
    ("%include", os.path.join(config.gpuc_source_dir, "include")),
    ("%runtime", lib),
    ("%build", config.gpuc_build_dir),
    # Runs a program on a simulated AMD device.
    (
        "%on-gfx",
        "env GPUC_DEVICE=hip LD_LIBRARY_PATH="
        + os.path.join(config.gpuc_build_dir, "test", "hipsim")
        + " HIPSIM_ARCH=gfx",
    ),
    ("%fakecuda", os.path.join(config.gpuc_build_dir, "test", "fakecuda")),
]
