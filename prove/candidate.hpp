#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "prove/array_contents.hpp"

namespace musimd::prove {

/// Of blocks or grids: x, y, z.
using Shape = std::array<std::int64_t, 3>;

/// An argument of a launch: a number, or an array.
struct Argument {
    std::string name;
    bool is_array = false;
    Integer number = 0;
    std::int64_t elements = 1;                    ///< of the array, at least 1
    std::map<std::int64_t, Integer> values = {};  ///< of elements, by index; the others are 0
    std::string form = {};  ///< of an array, instead of the values: `random`, `random:-5..5`
    std::optional<ConcreteRules> rules = {};  ///< what is assumed of the elements of an array

    /// As many elements as this one, with the same values as far as its rules allow them.
    void take_contents(const Argument& from, bool with_length);

    /// As for --arg: `n=5`, `a=zeros:100`, `a=0,7,0`.
    std::string text() const;
};

/// A launch, at which an obligation may be violated.
struct Candidate {
    Shape block = {1, 1, 1}, grid = {1, 1, 1};
    std::vector<Argument> arguments = {};
    std::int64_t shared_bytes = 0;  ///< of `extern __shared__` arrays; 0: not known

    /// As for --arg.
    std::vector<std::string> texts() const;
    Argument* find(const std::string& name);
};

}  // namespace musimd::prove
