#include "differential/kernels/campaign/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "differential/harness/command_text.hpp"
#include "differential/harness/json.hpp"
#include "differential/kernels/campaign/stand_alone.hpp"
#include "differential/kernels/compare/comparison.hpp"

namespace musimd::differential::kernels {
namespace {

using harness::Json;

std::vector<std::string_view> names(std::span<const Target* const> targets) {
    std::vector<std::string_view> found;
    for (const Target* target : targets) found.push_back(target->name());
    return found;
}

Json patterns(const std::vector<std::uint64_t>& list, Type type) {
    Json texts = Json::array();
    for (const std::uint64_t pattern : list) texts.push_back(value_text(pattern, type));
    return texts;
}

Json json_of(const KernelCampaign& campaign, const KernelCampaignRun& run, const Group& group) {
    Json buffers = Json::array();
    for (std::size_t b = 0; b < group.smallest.contents.size(); ++b) {
        const dsl::KernelBuffer& buffer = group.smallest.kernel.buffers[b];
        Json one = {{"name", buffer.name},
                    {"type", to_string(buffer.element)},
                    {"first", group.smallest.contents[b].first},
                    {"input", patterns(group.smallest.contents[b].patterns, buffer.element)}};
        if (group.expected.done()) one["expected"] = patterns(group.expected.memory[b], buffer.element);
        if (group.actual.done()) one["actual"] = patterns(group.actual.memory[b], buffer.element);
        buffers.push_back(std::move(one));
    }
    Json crash;
    if (group.actual.signal != 0) crash["signal"] = group.actual.signal;
    if (group.site) crash["line"] = group.site->line;
    if (group.site) crash["statement"] = group.site->statement;
    Json scalars = Json::object();
    for (const dsl::KernelScalar& scalar : group.smallest.kernel.scalars)
        scalars[scalar.name] = value_text(scalar.bits, scalar.type);
    return {{"fault", to_string(group.fault)}, {"backends", group.targets},
            {"outline", group.outline},        {"bits", group.bits},
            {"kernel", group.kernel},          {"command", command(campaign, group)},
            {"reduced", group.reduced},        {"supposed", group.supposed},
            {"files", file_stem(run, group)},  {"elements", group.smallest.elements},
            {"unroll", group.smallest.unroll}, {"crash", std::move(crash)},
            {"source", dsl_source(group)},     {"scalars", std::move(scalars)},
            {"buffers", std::move(buffers)},   {"what", group.actual.what}};
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
    constexpr std::string_view kNames[] = {"none", "difference", "crash", "hang", "refused", "ending"};
    return fmt::format("{:02}-{}-{}", number, kNames[static_cast<std::size_t>(group.fault)],
                       group.targets.front());
}

std::string to_json(const KernelCampaign& campaign, const KernelCampaignRun& run,
                    std::span<const Target* const> targets, std::string_view version) {
    Json groups = Json::array();
    for (const Group& group : run.groups) groups.push_back(json_of(campaign, run, group));
    const Json all = {{"format", 1},
                      {"version", version},
                      {"seed", campaign.seed},
                      {"backends", names(targets)},
                      {"statements", campaign.shape.statements},
                      {"interrupted", run.interrupted},
                      {"kernels", run.kernels},
                      {"trapped", run.trapped},
                      {"left_out", run.left_out},
                      {"compared", run.compared},
                      {"findings", run.mismatches},
                      {"machine_seconds", run.machine_seconds},
                      {"target_seconds", run.target_seconds},
                      {"reduce_seconds", run.reduce_seconds},
                      {"groups", std::move(groups)}};
    return harness::text_of(all, 2);
}

std::string table(const KernelCampaign& campaign, const KernelCampaignRun& run,
                  std::span<const Target* const> targets) {
    std::string text = fmt::format(
        "kernels      {:>10}   {:.0f} a second on the machine\n"
        "  trapped    {:>10}\n"
        "  left out   {:>10}   with all parts of a defect found before\n"
        "  compared   {:>10}   {:.0f} a minute on {}\n"
        "findings     {:>10}   in {} groups\n",
        run.kernels, rate(run.kernels, run.machine_seconds), run.trapped, run.left_out, run.compared,
        60 * rate(run.compared, run.target_seconds),
        targets.empty() ? std::string("nothing") : fmt::format("{}", fmt::join(names(targets), ", ")),
        run.mismatches, run.groups.size());
    for (const Group& group : run.groups) {
        text += fmt::format(
            "\n{}: {} with {}\n  {}\n  {} kernels reduced to it, {} more have all its parts\n  {}\n",
            file_stem(run, group), to_string(group.fault), fmt::join(group.targets, ", "), group.outline,
            group.reduced, group.supposed, command(campaign, group));
        if (const std::string crash = crash_text(group); !crash.empty()) text += "  " + crash + "\n";
    }
    return text;
}

}  // namespace musimd::differential::kernels
