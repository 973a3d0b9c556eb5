#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/languages/dialect.hpp"
#include "isa/program.hpp"

// Programs of the machine as sources of languages with threads of their own.

namespace musimd::languages {

enum class Form : std::uint8_t {
    natural,   ///< the language's own control flow, which diverges and reconverges; sub-group operations
    explicit_  ///< a pc, and masks of the threads that wait: any program, step by step as on the machine
};

/// The buffers of a launch, in 64-bit words: Σ from address 0 on; β, by warp, thread and variable; and how
/// each thread ended, an EndOfThread.
enum class EndOfThread : std::int64_t {
    dormant,
    stopped,
    exited,
    left  ///< the explicit form does not go on here: the machine traps, or a branch is open twice
};

/// How the source of a program is launched.
struct Shape {
    std::uint32_t groups = 1;
    std::uint32_t threads = 32;  ///< of a group: a warp, or the warps of a block
};

struct ProgramSource {
    std::string text;         ///< the whole source
    std::size_t prelude = 0;  ///< the bytes of it that are the same for all programs
    std::string entry;        ///< its kernel: `program`, of a shader `main`
    Shape shape;
    bool is_exact = true;  ///< the language promises the results of its operations on floats
};

/// Where a source is for: what a device may lack.
struct Target {
    Language language = Language::opencl;
    std::uint32_t subgroup = 0;        ///< lanes of a sub-group; 0: any number
    std::uint32_t max_threads = 1024;  ///< of a group
};

/// The program in the language. An error says what it, or the target, does not have. `max_address` is the
/// highest address of Σ. A program that traps has no defined result.
tl::expected<ProgramSource, std::string> program_source(const Program& program, const Target& target,
                                                        Form form,
                                                        std::int64_t max_address = kDefaultMaxAddress);

}  // namespace musimd::languages
