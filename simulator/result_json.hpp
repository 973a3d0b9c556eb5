#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "semantics/result.hpp"
#include "simulator/endless/endless.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd {

/// Writes a result as one JSON object (docs/interfaces.md, docs/result.schema.json), piece by piece: a memory
/// of millions of words is never held as text. `statistics` may be null.
/// `file` is the member of that name, in UTF-8; omitted if empty. `chosen` are the options of the run, whose
/// choices under a model with groups are members; `endless`, why the run never ends, is one of the limit.
/// Both may be null.
void write_json(const Result& result, const Program& program, const Statistics* statistics,
                const std::function<void(std::string_view)>& write, std::string_view file = {},
                const MachineOptions* chosen = nullptr, const Endless* endless = nullptr);

/// The same as one text, for results that are small.
std::string json_of(const Result& result, const Program& program);

/// The member `stats` of such an object.
std::string json_of(const Statistics& statistics, const Program& program);

/// The object of a run under both thread models, around those that the functions write.
void write_json_of_both(bool same, const std::function<void()>& lockstep, const std::function<void()>& volta,
                        const std::function<void(std::string_view)>& write, std::string_view file = {});

}  // namespace musimd
