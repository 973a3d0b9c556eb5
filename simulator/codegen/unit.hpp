#pragma once

#include <span>
#include <string>
#include <vector>

#include "simulator/codegen/translation.hpp"

namespace musimd::codegen {

/// The name of a unit's table: `const RunFunction musimd_programs[]`.
inline constexpr const char* kTableName = "musimd_programs";

/// Several programs as one C++ source, after the prelude.
struct Unit {
    std::string source;
    std::vector<Translation> programs;
};

/// The unit of these programs. Moves each `translation.source` into the unit's source.
Unit make_unit(std::span<const Program* const> programs, const TranslationOptions& options);

/// The text in front of the programs; `typed`: some of them have typed operations.
std::string prelude(bool typed);

/// The part that is the same for all targets and comes before Target<Config>.
std::string common_prelude(bool typed);

/// Whether any of them has typed operations.
bool are_typed(std::span<const Program* const> programs);

}  // namespace musimd::codegen
