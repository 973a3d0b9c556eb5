// Kernels of lockstep with the headers of a real PMacc (0.4 or 0.5) and its serial accelerator: this folder
// comes before PMacc's own ones in the list of include folders (docs/lockstep.md). `pmacc::host::launch` is
// as in our <pmacc/host.hpp>.
#pragma once

#ifndef ALPAKA_ACC_CPU_B_SEQ_T_SEQ_ENABLED
#define ALPAKA_ACC_CPU_B_SEQ_T_SEQ_ENABLED 1
#endif

#include <algorithm>

#include <pmacc/mappings/threads/ForEachIdx.hpp>
#include <pmacc/mappings/threads/IdxConfig.hpp>
#include <pmacc/memory/Array.hpp>
#include <pmacc/memory/CtxArray.hpp>
#include <pmacc/memory/shared/Allocate.hpp>

#define __global__
#define __device__
using std::max;
using std::min;

namespace pmacc::host {

using Size3 = alpaka::dim::DimInt<3>;
using Accelerator = alpaka::acc::AccCpuSerial<Size3, std::size_t>;

inline Accelerator const* accelerator = nullptr;  // accelerator of the block that runs

struct Kernel {
    template <typename T_Call>
    void operator()(Accelerator const& of, T_Call* call) const {
        accelerator = &of;
        (*call)();
    }
};

struct Dim {
    std::size_t x = 1, y = 1, z = 1;
};

/// Calls the kernel once per block: PMacc's serial accelerator has one worker.
template <typename T_Call>
void launch(Dim const grid, uint32_t const, T_Call&& call) {
    using Device = alpaka::dev::Dev<Accelerator>;
    using Vector = alpaka::vec::Vec<Size3, std::size_t>;
    Device const device(alpaka::pltf::getDevByIdx<alpaka::pltf::Pltf<Device>>(0u));
    alpaka::stream::StreamCpuSync stream(device);
    Vector const one(std::size_t{1}, std::size_t{1}, std::size_t{1});
    alpaka::workdiv::WorkDivMembers<Size3, std::size_t> const work(Vector(grid.z, grid.y, grid.x), one, one);
    alpaka::stream::enqueue(stream, alpaka::exec::create<Accelerator>(work, Kernel{}, &call));
}

}  // namespace pmacc::host

// The words of CUDA, which PMacc defines as macros, and PMACC_SMEM name the accelerator `acc`; kernels do
// not.
#define acc (*::pmacc::host::accelerator)
#undef PMACC_SMEM
#define PMACC_SMEM(varName, ...) \
    auto& varName = pmacc::memory::shared::allocate<__COUNTER__, __VA_ARGS__>(acc)
