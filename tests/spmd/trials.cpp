#include "tests/spmd/trials.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

namespace fs = std::filesystem;
using namespace kernels;

Trials read_trials() {
    std::set<fs::path> files;
    for (const auto& file :
         fs::directory_iterator(fs::path(MUSIMD_SOURCE_DIR) / "programs" / "kernels" / "spmd")) {
        if (file.path().extension() == ".hpp") files.insert(file.path());
    }
    Trials all;
    for (const fs::path& file : files) {
        const std::string text = support::read_file(file);
        const auto trial = annotations_of(text);
        if (!trial) throw std::runtime_error(file.string() + ": " + trial.error());
        all.unit.source += fmt::format("#include \"{}\"\n", file.string());
        const auto kernels = find_kernels(text);
        for (const TestAnnotations::Launch& launch : trial->launches) {
            const auto kernel = std::ranges::find(kernels, launch.kernel, &KernelSignature::name);
            if (kernel == kernels.end()) throw std::runtime_error(file.string() + ": no " + launch.kernel);
            const auto entry = entry_of(*kernel, launch.bits, launch.template_argument);
            if (!entry) throw std::runtime_error(file.string() + ": " + entry.error());
            all.unit.entries.push_back(*entry);
            all.trials.push_back(
                {file.filename().string(), trial->arguments, {trial->ulps, trial->near}, trial->known_nsimd});
        }
    }
    return all;
}

}  // namespace

const Trials& all_trials() {
    static const Trials all = read_trials();
    return all;
}

const RecordedUnit& recorded_trials() {
    static const auto unit = RecordedUnit::load(all_trials().unit);
    if (!unit) throw std::runtime_error(unit.error());
    return *unit;
}

std::vector<const Backend*> available_backends() {
    static const std::vector<std::unique_ptr<Backend>> all = all_backends();
    std::vector<const Backend*> available;
    for (const auto& backend : all) {
        if (backend->available()) available.push_back(backend.get());
    }
    return available;
}

bool is_foreign(const Backend& backend) {
    return backend.name().starts_with("nsimd");
}

}  // namespace musimd::tests
