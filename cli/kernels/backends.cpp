#include "cli/kernels/backends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using kernels::Backend;
using Backends = std::vector<std::unique_ptr<Backend>>;

// The backends named in the list; an empty name is unknown.
Backends named(const std::string& list, Backends all) {
    std::vector<std::string> names;
    for (const auto& backend : all) names.emplace_back(backend->name());
    Backends picked;
    for (const std::string& name : comma_list(list)) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) {
            std::vector<std::string_view> words(names.begin(), names.end());
            words.emplace_back("none");
            throw invalid_choice("backends", name, words);
        }
        auto& backend = all[static_cast<std::size_t>(found - names.begin())];
        if (backend == nullptr) throw invalid_value("backends", list, fmt::format("it names {} twice", name));
        picked.push_back(std::move(backend));
    }
    return picked;
}

// Removes the backends that are not available, and prints a line for each reason.
void skip_unavailable(Backends& backends, std::string_view command) {
    std::map<std::string, std::vector<std::string_view>> skipped;
    for (const auto& backend : backends) {
        if (const auto here = backend->available(); !here) skipped[here.error()].push_back(backend->name());
    }
    for (const auto& [reason, names] : skipped)
        std::cerr << fmt::format("musimd {}: skipped: {} ({})\n", command, fmt::join(names, ", "), reason);
    std::erase_if(backends, [](const auto& backend) { return !backend->available(); });
}

}  // namespace

Backends pick_backends(const Options& options, std::string_view command, kernels::Compilers compilers) {
    const auto list = options.text("backends");
    if (list == "none") return {};
    Backends picked = list ? named(*list, kernels::all_backends(kernels::Compilers::named))
                           : kernels::all_backends(compilers);
    skip_unavailable(picked, command);
    if (list && picked.empty()) {
        throw InputError(fmt::format(
            "musimd {}: error: none of the backends named by --backends is available\n", command));
    }
    return picked;
}

}  // namespace musimd::cli
