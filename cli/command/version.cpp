// musimd --version

#include "cli/command/version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "cli/command/input.hpp"
#include "cli/command/parts.hpp"
#include "simulator/vector_extension.hpp"

namespace musimd::cli {

extern const char* const kCommit;  // written by cmake/commit.cmake; empty outside a clone

namespace {

std::vector<std::string_view> extension_names() {
    std::vector<std::string_view> names;
    for (const VectorExtension extension : vector_extensions()) names.push_back(to_string(extension));
    return names;
}

std::vector<std::string> part_texts() {
    std::vector<std::string> texts;
    for (const PartInfo& part : parts())
        texts.push_back(fmt::format("{}{}", part.name, program_of(part.part).empty() ? " (not there)" : ""));
    return texts;
}

}  // namespace

std::string version_text(bool json) {
    const std::string_view commit = kCommit;
    if (!json) {
        return fmt::format(
            "musimd {}\ncommit: {}\nbuild: {}\nparts: {}\nengines: {}\nvector extensions of this processor: "
            "{}\n",
            MUSIMD_VERSION, commit.empty() ? "unknown" : commit, MUSIMD_BUILD, fmt::join(part_texts(), ", "),
            fmt::join(engine_names(), ", "), fmt::join(extension_names(), ", "));
    }
    nlohmann::ordered_json object = {{"format", 1}, {"version", MUSIMD_VERSION}};
    object["commit"] = commit.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(commit);
    object["build"] = MUSIMD_BUILD;
    object["parts"] = nlohmann::ordered_json::object();
    for (const PartInfo& part : parts())
        object["parts"][std::string(part.name)] = !program_of(part.part).empty();
    object["engines"] = engine_names();
    object["vector_extensions"] = extension_names();
    return object.dump() + "\n";
}

}  // namespace musimd::cli
