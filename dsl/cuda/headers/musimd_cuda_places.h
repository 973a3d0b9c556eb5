// Where the program calls the runtime: the calls that have not returned. The machine finds their lines.
#pragma once

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <musimd_cuda_channel.h>

namespace musimd_cuda {

/// The number of calls, then of each, innermost first: the file that has its code, and the offset in it of where it
/// returns to. `interrupted`: an instruction that has called nothing, but was interrupted.
inline void add_place(Writer &message, std::uint64_t interrupted = 0) {
    constexpr int kMost = 24;
    void *calls[kMost];
    const int all = backtrace(calls, kMost);
    message.number(static_cast<std::uint64_t>(all));
    for (int i = 0; i < all; ++i) {
        Dl_info in = {};
        const bool is_known = dladdr(calls[i], &in) != 0 && in.dli_fname != nullptr;
        message.text(is_known ? in.dli_fname : "");
        const bool is_moved = is_known && static_cast<const Elf64_Ehdr *>(in.dli_fbase)->e_type == ET_DYN;
        const std::uint64_t base = is_moved ? reinterpret_cast<std::uint64_t>(in.dli_fbase) : 0;
        const std::uint64_t at = reinterpret_cast<std::uint64_t>(calls[i]);
        message.number(at - base + (at == interrupted ? 1 : 0));
    }
}

}  // namespace musimd_cuda
