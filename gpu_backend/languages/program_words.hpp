#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/languages/program_source.hpp"
#include "semantics/machine.hpp"

// The words of a program's source before and after it runs elsewhere, beside the machine's own run: what is
// compared is what both define.

namespace musimd::languages {

/// The words of the buffers of a program's kernel (program_source.hpp).
struct KernelWords {
    std::vector<Value> sigma;
    std::vector<Value> bank;
    std::vector<Value> ends;
};

/// The thread's index in `ends`; its variables begin at this times their number in `bank`.
std::size_t place_of(const Program& program, std::uint32_t warp, Thread lane);

/// The buffers before the launch, large enough for a run with this result. Σ of more than 4 Mi words is an
/// error.
tl::expected<KernelWords, std::string> words_before(const Program& program, const Result& expected);

/// The machine's result with the words, and the active and exited threads, that a backend has left. Words
/// that the machine leaves undefined stay so, except stores to addresses that the program does not use, and
/// so do the variables of `excluded`.
Result with_words(const Program& program, Result expected, const KernelWords& words,
                  const std::vector<Variable>& excluded);

}  // namespace musimd::languages
