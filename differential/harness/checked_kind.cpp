#include "differential/harness/checked_kind.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "kernels/launch/front_end.hpp"

namespace musimd::differential::harness {

std::string MachineTarget::name() const {
    return fmt::format("{} {}", engine->name, musimd::to_string(model));
}

void load_front_end() {
    kernels::read_kernel({.file = "k.cu", .text = "__global__ void k() {}", .function = "k", .options = {}});
}

tl::expected<kernels::openmp::CallArguments, std::string> read_arguments(
    const dsl::openmp::LoopFunction& code, const std::vector<std::pair<std::string, std::string>>& texts) {
    const kernels::openmp::GivenArguments given(texts.begin(), texts.end());
    return kernels::openmp::read_arguments(code, kernels::openmp::argument_texts(code, given, 0));
}

std::string text_of(const Outcome& outcome) {
    Json mismatches = Json::array();
    for (const Mismatch& m : outcome.mismatches) mismatches.push_back({m.target, m.fault, m.message});
    return text_of(Json::array({outcome.runs, outcome.counts, mismatches}), -1);
}

Outcome outcome_of(const host::ChildEnd& end) {
    if (!end.ok()) {
        const bool hangs = end.kind == host::ChildEnd::Kind::timed_out;
        return {{}, {}, {{"machine", hangs ? Fault::hang : Fault::crash, to_string(end)}}};
    }
    const Json json = Json::parse(end.text);
    Outcome outcome{
        json[0].get<std::vector<std::string>>(), json[1].get<std::map<std::string, std::uint64_t>>(), {}};
    for (const Json& m : json[2])
        outcome.mismatches.push_back({m[0].get<std::string>(), m[1].get<Fault>(), m[2].get<std::string>()});
    return outcome;
}

}  // namespace musimd::differential::harness
