// Kernels of lockstep as C++ on the host: what they use of CUDA C++, and `pmacc::host::launch`, which runs
// them.
//
// Without PMACC_LOCKSTEP_THREADS there is one worker, the calling thread, and the kernel is as fast as a
// plain loop. With it each worker is a thread, barriers are real, and misuse ends the process with status 3
// and a message on standard error.
//
// PMACC_LOCKSTEP_COUNT counts collective iterations: `pmacc::host::counts()`. PMACC_LOCKSTEP_POISON fills
// shared memory before each block, as PMACC_LOCKSTEP_THREADS does, so that a read of what nobody has written
// shows. C++17 and later; not to be included with different settings of these macros by files that share
// kernels.
#pragma once

#include <pmacc/host/counts.hpp>
#include <pmacc/host/cuda.hpp>
#include <pmacc/host/shared.hpp>
#include <pmacc/host/site.hpp>
