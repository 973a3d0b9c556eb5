#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/memory.hpp"

// Parts of a state as NumPy arrays. An array of threads has one element per thread or, for several warps, one
// row per warp.

namespace musimd::python {

inline std::vector<pybind11::ssize_t> shape_of(const Program& program) {
    if (program.warps == 1) return {program.threads};
    return {program.warps, program.threads};
}

/// The words of a variable, and which of them are undefined (of lanes without a thread as well).
/// `find(warp, thread)` is a word or null.
template <typename Find>
pybind11::tuple words_of_threads(const Program& program, Find find) {
    pybind11::array_t<std::int64_t> words(shape_of(program));
    pybind11::array_t<bool> undefined(shape_of(program));
    std::int64_t* word = words.mutable_data();
    bool* is_undefined = undefined.mutable_data();
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        for (Thread t = 0; t < program.threads; ++t, ++word, ++is_undefined) {
            const Value* const c = t < program.lanes_of(w) ? find(w, t) : nullptr;
            *word = c == nullptr ? 0 : *c;
            *is_undefined = c == nullptr;
        }
    }
    return pybind11::make_tuple(std::move(words), std::move(undefined));
}

/// `contains(warp, thread)` of each thread.
template <typename Contains>
pybind11::array_t<bool> flags_of_threads(const Program& program, Contains contains) {
    pybind11::array_t<bool> flags(shape_of(program));
    bool* flag = flags.mutable_data();
    for (std::uint32_t w = 0; w < program.warps; ++w)
        for (Thread t = 0; t < program.threads; ++t, ++flag)
            *flag = t < program.lanes_of(w) && contains(w, t);
    return flags;
}

/// The defined addresses, ascending, and their words.
inline pybind11::tuple words_of_memory(const Memory& memory) {
    std::vector<std::int64_t> addresses;
    std::vector<std::int64_t> words;
    memory.for_each([&](std::int64_t address, Value c) {
        addresses.push_back(address);
        words.push_back(c);
    });
    const auto array_of = [](const std::vector<std::int64_t>& list) {
        return pybind11::array_t<std::int64_t>(static_cast<pybind11::ssize_t>(list.size()), list.data());
    };
    return pybind11::make_tuple(array_of(addresses), array_of(words));
}

}  // namespace musimd::python
