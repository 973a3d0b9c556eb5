#include "differential/spmd/campaign/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "differential/harness/command_text.hpp"
#include "differential/harness/defect.hpp"
#include "differential/harness/json.hpp"
#include "differential/spmd/campaign/stand_alone.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::differential::spmd {
namespace {

using harness::Json;
using harness::or_null;

std::vector<std::string_view> names(std::span<const Target* const> targets) {
    std::vector<std::string_view> found;
    for (const Target* target : targets) found.push_back(target->name());
    return found;
}

Json patterns(const std::vector<std::uint64_t>& list, Type type) {
    Json texts = Json::array();
    for (const std::uint64_t pattern : list) texts.push_back(kernels::value_text(pattern, type));
    return texts;
}

Json json_of(const KernelCampaign& campaign, const KernelCampaignRun& run, const Group& group) {
    Json buffers = Json::array();
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) {
        const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
        Json json = {{"name", buffer.name},
                     {"type", to_string(buffer.element)},
                     {"first", group.smallest.contents[b].first},
                     {"input", patterns(group.smallest.contents[b].patterns, buffer.element)}};
        if (group.expected.done()) json["expected"] = patterns(group.expected.memory[b], buffer.element);
        if (group.actual.done()) json["actual"] = patterns(group.actual.memory[b], buffer.element);
        buffers.push_back(std::move(json));
    }
    Json crash;
    if (group.actual.signal != 0) crash["signal"] = group.actual.signal;
    if (group.site) crash["line"] = group.site->line;
    if (group.site) crash["statement"] = group.site->statement;
    Json scalars = Json::object();
    for (const dsl::KernelScalar& scalar : group.smallest.kernel.scalars)
        scalars[scalar.name] = kernels::value_text(scalar.bits, scalar.type);
    return {{"fault", words_for(group.fault)}, {"backends", group.targets},
            {"outline", group.outline},        {"bits", group.bits},
            {"kernel", group.kernel},          {"command", command(campaign, group)},
            {"reduced", group.reduced},        {"supposed", group.supposed},
            {"files", file_stem(run, group)},  {"elements", group.smallest.elements},
            {"unroll", group.smallest.unroll}, {"crash", std::move(crash)},
            {"source", dsl_source(group)},     {"scalars", std::move(scalars)},
            {"buffers", std::move(buffers)},   {"what", group.actual.message}};
}

Json identity(const KernelCampaign& c, std::span<const Target* const> targets, std::string_view version) {
    return {{"version", version},
            {"seed", c.seed},
            {"backends", names(targets)},
            {"count", or_null(c.count)},
            {"seconds", c.count ? Json() : or_null(c.seconds)},
            {"bits", or_null(c.shape.bits)},
            {"statements", c.shape.statements},
            {"careful", c.shape.careful},
            {"scalars", c.shape.scalars},
            {"nested", c.shape.nested},
            {"guarded", c.shape.guarded},
            {"n", or_null(c.shape.elements)},
            {"unroll", or_null(c.shape.unroll)},
            {"fused", c.shape.fused},
            {"known", c.known},
            {"shards", c.shards}};
}

// ---- groups of shards

harness::Defect defect(const Json& group) {
    const Json& crash = group.at("crash");
    const int signal = crash.contains("signal") ? crash.at("signal").get<int>() : 0;
    const bool unrolls = group.at("unroll").get<int>() > 1;
    return {group.at("fault").get<std::string>(), fmt::format("{} {}", signal, unrolls),
            group.at("outline").get<std::string>()};
}

void add_group(Json& group, const Json& other) {
    Json& backends = group.at("backends");
    for (const Json& json : other.at("backends")) {
        if (std::find(backends.begin(), backends.end(), json) == backends.end()) backends.push_back(json);
    }
    auto bits = group.at("bits").get<std::set<int>>();
    bits.merge(other.at("bits").get<std::set<int>>());
    group.at("bits") = bits;
    for (const char* const name : {"reduced", "supposed"})
        group.at(name) = group.at(name).get<std::uint64_t>() + other.at(name).get<std::uint64_t>();
}

// `signal 8 (Floating point exception) at line 4: k_set(v0, v1 / v2);`, as crash_text().
std::string crash_line(const Json& group) {
    if (group.at("fault") != to_string(Fault::crash)) return {};
    const Json& crash = group.at("crash");
    const auto message = group.at("what").get<std::string>();
    if (!crash.contains("line")) return message;
    return fmt::format("{} at line {}: {}", message, crash.at("line").get<int>(),
                       crash.at("statement").get<std::string>());
}

std::string list(const Json& names) {
    return fmt::format("{}", fmt::join(names.get<std::vector<std::string>>(), ", "));
}

double rate(std::uint64_t count, double seconds) {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

}  // namespace

std::string command(const KernelCampaign& campaign, const Group& group) {
    std::vector<std::string> backends = group.targets;
    std::erase(backends, group.engine);
    if (backends.empty()) backends.emplace_back("none");  // the first kernel also runs on the rules engine
    const KernelShape& shape = campaign.shape;
    const KernelShape usual;
    return harness::CommandText(fmt::format("musimd fuzz --dsl --backends {} --seed {} --count 1",
                                            fmt::join(backends, ","), seed_of(campaign, group.kernel)))
        .option("bits", shape.bits)
        .option("statements", shape.statements, usual.statements)
        .option("careful", shape.careful, usual.careful)
        .option("scalars", shape.scalars, usual.scalars)
        .option("nested", shape.nested, usual.nested)
        .option("guarded", shape.guarded, usual.guarded)
        .option("n", shape.elements)
        .option("unroll", shape.unroll)
        .flag("fused", shape.fused)
        .text();
}

std::string file_stem(const KernelCampaignRun& run, const Group& group) {
    const auto number = std::ranges::find_if(run.groups, [&](const Group& g) { return &g == &group; }) -
                        run.groups.begin() + 1;
    return fmt::format("{:02}-{}-{}", number, to_string(group.fault), group.targets.front());
}

KernelSummary summarise(const KernelCampaign& campaign, const KernelCampaignRun& run,
                        std::span<const Target* const> targets, std::string_view version) {
    KernelSummary s{{identity(campaign, targets, version), {campaign.shard}, run.interrupted},
                    run.kernels,
                    run.trapped,
                    run.left_out,
                    run.compared,
                    run.mismatches,
                    run.machine_seconds,
                    run.target_seconds,
                    run.reduce_seconds,
                    {}};
    for (const Group& group : run.groups) s.groups.push_back(json_of(campaign, run, group));
    return s;
}

std::string to_json(const KernelSummary& s) {
    const Json all = {{"format", 1},
                      {"version", s.campaign.at("version")},
                      {"seed", s.campaign.at("seed")},
                      {"backends", s.campaign.at("backends")},
                      {"statements", s.campaign.at("statements")},
                      {"campaign", s.campaign},
                      {"shards", s.shards},
                      {"interrupted", s.interrupted},
                      {"kernels", s.kernels},
                      {"trapped", s.trapped},
                      {"left_out", s.left_out},
                      {"compared", s.compared},
                      {"findings", s.mismatches},
                      {"machine_seconds", s.machine_seconds},
                      {"target_seconds", s.target_seconds},
                      {"reduce_seconds", s.reduce_seconds},
                      {"groups", s.groups}};
    return harness::text_of(all, 2);
}

void KernelSummary::read(const Json& json) {
    json.at("kernels").get_to(kernels);
    json.at("trapped").get_to(trapped);
    json.at("left_out").get_to(left_out);
    json.at("compared").get_to(compared);
    json.at("findings").get_to(mismatches);
    json.at("machine_seconds").get_to(machine_seconds);
    json.at("target_seconds").get_to(target_seconds);
    json.at("reduce_seconds").get_to(reduce_seconds);
    groups = json.at("groups").get<std::vector<Json>>();
    to_json(*this);  // these throw if a member is missing
    table(*this);
    for (Json group : groups) {
        defect(group);
        add_group(group, Json(group));
    }
}

void KernelSummary::add(KernelSummary part, const std::string& folder) {
    kernels += part.kernels;
    trapped += part.trapped;
    left_out += part.left_out;
    compared += part.compared;
    mismatches += part.mismatches;
    machine_seconds += part.machine_seconds;
    target_seconds += part.target_seconds;
    reduce_seconds += part.reduce_seconds;
    for (Json& group : part.groups) {
        const auto same = harness::find_defect(groups, defect(group), defect);
        if (same != groups.end()) {
            add_group(*same, group);
        } else {
            group.at("files") = folder + "/" + group.at("files").get<std::string>();
            groups.push_back(std::move(group));
        }
    }
}

std::string table(const KernelSummary& s) {
    const std::string backends = list(s.campaign.at("backends"));
    std::string text = harness::shards_line(s);
    text += fmt::format(
        "kernels      {:>10}   {:.0f} a second on the machine\n"
        "  trapped    {:>10}\n"
        "  left out   {:>10}   with all parts of a defect found before\n"
        "  compared   {:>10}   {:.0f} a minute on {}\n"
        "findings     {:>10}   in {} groups\n",
        s.kernels, rate(s.kernels, s.machine_seconds), s.trapped, s.left_out, s.compared,
        60 * rate(s.compared, s.target_seconds), backends.empty() ? "nothing" : backends, s.mismatches,
        s.groups.size());
    for (const Json& group : s.groups) {
        text += fmt::format(
            "\n{}: {} with {}\n  {}\n  {} kernels reduced to it, {} more have all its parts\n  {}\n",
            group.at("files").get<std::string>(), group.at("fault").get<std::string>(),
            list(group.at("backends")), group.at("outline").get<std::string>(),
            group.at("reduced").get<std::uint64_t>(), group.at("supposed").get<std::uint64_t>(),
            group.at("command").get<std::string>());
        if (const std::string crash = crash_line(group); !crash.empty()) text += "  " + crash + "\n";
    }
    return text;
}

}  // namespace musimd::differential::spmd
