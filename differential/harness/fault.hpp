#pragma once

#include <cstdint>
#include <string_view>

namespace musimd::differential {
namespace harness {

/// What is wrong with a case on an engine or a backend.
enum class Fault : std::uint8_t {
    none,
    difference,  ///< its result is not the expected one
    crash,
    hang,
    refused,  ///< for kernels: a backend does not compile it
    ending,   ///< for kernels: an engine has another outcome. (The outcome of a program is part of its
              ///< result.)
};

/// One word, for names of files and members of JSON: `difference`, `refused`.
std::string_view to_string(Fault fault);

/// For a sentence: `does not compile`, `another ending`; the other faults are one word.
std::string_view words_for(Fault fault);

/// The fault of this name.
Fault fault_named(std::string_view name);

}  // namespace harness

using harness::Fault;

}  // namespace musimd::differential
