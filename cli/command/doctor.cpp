// musimd doctor

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/doctor.hpp"
#include "cli/command/options.hpp"
#include "cli/command/parts.hpp"
#include "engines/doctor.hpp"
#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

using musimd::doctor::Diagnosis;
using musimd::doctor::Probe;
using musimd::doctor::ProbeGroup;

constexpr std::string_view kAboutDoctor =
    "Reports which of the optional tools that musimd can use are installed, what each one enables, and\n"
    "how to get what is missing (docs/doctor.md). musimd needs none of them to run programs.\n\n"
    "Exit status: 0, or 2 for a bad command line.\n";

constexpr std::string_view kExamplesDoctor =
    "Examples:\n"
    "  musimd doctor\n"
    "  musimd doctor --json\n"
    "  musimd doctor --limit 1      gives up on a compiler or driver after one second\n";

constexpr Integer kSecondsToAnswer = 10;  // seconds

std::string_view mark_of(Probe::State state) {
    constexpr std::string_view kMarks[] = {"+", "-", "!"};
    return kMarks[static_cast<std::size_t>(state)];
}

std::string text_of(const Probe& finding) {
    constexpr std::string_view kLine = "  {} {:<21} {}\n";
    std::string text = fmt::format(kLine, mark_of(finding.state), finding.name, finding.what);
    text += fmt::format(kLine, " ", "", "for " + finding.enables);
    if (!finding.advice.empty()) text += fmt::format(kLine, " ", "", "→ " + finding.advice);
    return text;
}

std::vector<std::string_view> names_of(const std::vector<VectorExtension>& extensions) {
    std::vector<std::string_view> names;
    for (const VectorExtension extension : extensions) names.push_back(to_string(extension));
    return names;
}

std::string text_of(const Diagnosis& diagnosis) {
    const musimd::doctor::Host& host = diagnosis.host;
    std::string text = fmt::format("musimd {} on {}\n{} processors, {:.1f} GiB of memory\n", MUSIMD_VERSION,
                                   host.processor.empty() ? "an unnamed processor" : host.processor,
                                   host.processors, static_cast<double>(host.memory_bytes) / (1u << 30));
    text += fmt::format(
        "vector extensions: {}; in use: {}, {}\n", fmt::join(names_of(host.vector_extensions), ", "),
        to_string(host.vectors),
        host.vectors_requested ? "selected by MUSIMD_ISA" : "the widest (MUSIMD_ISA selects another)");
    text += "\n+ found   - missing   ! found, but not usable\n";
    for (const ProbeGroup& group : diagnosis.groups) {
        text += fmt::format("\n{}\n", group.title);
        for (const Probe& finding : group.probes) text += text_of(finding);
    }
    return text;
}

nlohmann::ordered_json json_of(const Diagnosis& diagnosis) {
    const musimd::doctor::Host& host = diagnosis.host;
    nlohmann::ordered_json json;
    json["format"] = 1;
    json["version"] = MUSIMD_VERSION;
    json["host"] = {{"processor", host.processor},
                    {"vectors", to_string(host.vectors)},
                    {"vector_extensions", names_of(host.vector_extensions)},
                    {"processors", host.processors},
                    {"memory_bytes", host.memory_bytes}};
    json["findings"] = nlohmann::ordered_json::array();
    for (const ProbeGroup& group : diagnosis.groups) {
        for (const Probe& finding : group.probes) {
            nlohmann::ordered_json object = {{"group", group.name},
                                             {"name", finding.name},
                                             {"state", to_string(finding.state)},
                                             {"what", finding.what},
                                             {"enables", finding.enables}};
            if (!finding.advice.empty()) object["advice"] = finding.advice;
            json["findings"].push_back(std::move(object));
        }
    }
    return json;
}

ProbeGroup parts_group() {
    ProbeGroup group{"parts", "Parts of musimd", {}};
    for (const PartInfo& part : parts()) {
        const std::string program = program_of(part.part).string();
        const bool found = !program.empty();
        group.probes.push_back({std::string(part.program),
                                found ? Probe::State::found : Probe::State::missing,
                                found ? program : "not found", std::string(part.purpose),
                                found ? std::string() : how_to_get(part.part, first_command(part.part))});
    }
    return group;
}

}  // namespace

Options declare_doctor() {
    Options options("doctor", "", kAboutDoctor, kExamplesDoctor);
    options.flag("json", "print it as one JSON object (docs/doctor.schema.json)");
    options.value("limit", "SECONDS", "give up on a program or library after this time (default 10)");
    return options;
}

int write_diagnosis(const Arguments& arguments, AddGroups add) {
    Options options = declare_doctor();
    if (!options.parse(arguments, 0, 0)) return kOk;
    const std::chrono::seconds limit(options.integer("limit", 1, 3600).value_or(kSecondsToAnswer));
    if (add == nullptr && !program_of(Part::kernels).empty())
        return run_part(Part::kernels, "doctor", arguments);
    Diagnosis diagnosis = musimd::doctor::diagnose(limit);
    if (add != nullptr) add(diagnosis, limit);
    diagnosis.groups.insert(diagnosis.groups.begin(), parts_group());
    if (options.has("json")) {
        std::cout << json_text(json_of(diagnosis), 1) << '\n';
    } else {
        std::cout << text_of(diagnosis);
    }
    return kOk;
}

int doctor(const Arguments& arguments) {
    return write_diagnosis(arguments, nullptr);
}

}  // namespace musimd::cli
