#pragma once

#include <span>
#include <string>
#include <vector>

#include "simulator/codegen/translation.hpp"

namespace musimd::codegen {

/// The name of a unit's table: `const RunFunction musimd_programs[]`.
inline constexpr const char* kTableName = "musimd_programs";

/// Several programs as one source of C++, with the prelude before them.
struct Unit {
    std::string source;
    std::vector<Translation> programs;
};

/// The unit of these programs; `translation.source` of each is empty, as it stands in the unit's.
Unit make_unit(std::span<const Program* const> programs, const TranslationOptions& options);

/// The text that stands before the programs, of which some have typed operations or none has.
std::string prelude(bool typed);

/// The part of it that is the same for all targets: what the Target<Config> of a program is made with.
std::string common_prelude(bool typed);

/// Whether one of them has typed operations.
bool are_typed(std::span<const Program* const> programs);

}  // namespace musimd::codegen
