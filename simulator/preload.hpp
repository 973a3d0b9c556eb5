#pragma once

#include <cstdint>

#include "isa/program.hpp"

namespace musimd {

/// The same for the first words of one preload.
template <typename F>
void each_word_of(const Preload& preload, std::int64_t count, const Program& program, F&& f) {
    const int unused = 64 - program.word.width;
    auto next = static_cast<std::uint64_t>(preload.start);  // modulo 2^64, so modulo 2^width, too
    for (std::int64_t i = 0; i < count; ++i, next += static_cast<std::uint64_t>(preload.step)) {
        const std::uint64_t word =
            preload.words.empty() ? next
                                  : static_cast<std::uint64_t>(preload.words[static_cast<std::size_t>(i)]);
        f(preload.address + i, static_cast<Value>(word << unused) >> unused);
    }
}

/// Calls f(address, word) for each word that the program stores to Σ before its first step. Uses machine
/// words, where the rules compute in ℤ.
template <typename F>
void each_preloaded_word(const Program& program, F&& f) {
    for (const Preload& preload : program.preloads) each_word_of(preload, preload.count, program, f);
}

}  // namespace musimd
