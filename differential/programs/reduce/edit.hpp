#pragma once

#include <optional>
#include <vector>

#include "differential/programs/generate/generator.hpp"

namespace musimd::differential {

/// Which instructions of a program: element i is instruction number i + 1.
using Selection = std::vector<bool>;

/// The program without those instructions. A branch to one of them goes to the next one that remains.
Program without(const Program& program, const Selection& gone);

/// The same for instructions first … last.
Program without_range(const Program& program, Label first, Label last);

/// The case with its program printed and read again, so that locations are those of the text. Unused labels
/// and variables are gone, and the text has the scheduler's order. Returns nullopt if the text cannot be
/// read.
std::optional<Case> normalized(Case c);

/// The numbers from `target` towards `value` that a search for a smaller value tries: the target, then half
/// of the distance, three quarters, …, value's neighbour. Empty if they are equal.
std::vector<Value> towards(Value value, Value target);

}  // namespace musimd::differential
