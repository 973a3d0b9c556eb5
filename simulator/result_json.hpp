#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "semantics/result.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd {

/// Writes a result as one JSON object (docs/interfaces.md, docs/result.schema.json), piece by piece: a memory
/// of millions of words is never held as text. `statistics` may be null.
/// `file` is the member of that name, in UTF-8; omitted if empty.
void write_json(const Result& result, const Program& program, const Statistics* statistics,
                const std::function<void(std::string_view)>& write, std::string_view file = {});

}  // namespace musimd
