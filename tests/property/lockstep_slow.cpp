// The promise of the lockstep model, for the programs of programs/kernels/lockstep: the result depends
// neither on the number of workers, 1 to 1,024, nor on simdSize, nor on the order of the indices.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <fstream>
#include <sstream>

#include "kernels/compiled/c_functions.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/lockstep/annotations.hpp"
#include "kernels/lockstep/machine_runs.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernels::lockstep::lockstep_slow {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> programs() {
    std::vector<fs::path> files;
    for (const fs::path& file : support::project_files("programs/kernels/lockstep", {".cu"}))
        if (file.parent_path().filename() == "lockstep") files.push_back(file);
    return files;
}

/// The setting of a program, and the texts of its arguments in the words of
/// kernels/launch/arguments.hpp.
Setting setting_of(const fs::path& file, kernels::openmp::GivenArguments& given) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    Setting setting;
    setting.source = {
        .file = file.string(), .text = text.str(), .function = file.stem().string(), .options = {}};
    for (const Annotation& annotation : annotations_of(setting.source.text)) {
        for (std::size_t i = 0; i + 1 < annotation.words.size(); i += 2) {
            const std::string& value = annotation.words[i + 1];
            if (annotation.words[i] == "--grid")
                setting.config.grid[0] = static_cast<std::uint32_t>(std::stoul(value));
            if (annotation.words[i] != "--arg") continue;
            const std::size_t at = value.find('=');
            std::string elements = value.substr(at + 1);
            // random:LO..HI:LENGTH and zeros:LENGTH
            if (const std::size_t range = elements.find(".."); range != std::string::npos) {
                const std::size_t low = elements.find(':'), length = elements.rfind(':');
                elements = "between:" + elements.substr(low + 1, range - low - 1) + ":" +
                           elements.substr(range + 2, length - range - 2) + ":1[" +
                           elements.substr(length + 1) + "]";
            } else if (elements.starts_with("zeros:")) {
                elements = "zeros[" + elements.substr(6) + "]";
            } else if (elements.starts_with("iota:")) {
                elements = "iota[" + elements.substr(5) + "]";
            }
            given[value.substr(0, at)] = elements;
        }
    }
    setting.engine = find_engine("fast");
    return setting;
}

void results_are_those_of_one_worker(const std::vector<fs::path>& all) {
    const fs::path file = *rc::gen::elementOf(all);
    kernels::openmp::GivenArguments given;
    Setting setting = setting_of(file, given);
    const auto workers = *rc::gen::weightedOneOf<std::uint32_t>(
        {{6, rc::gen::inRange<std::uint32_t>(1, 130)}, {1, rc::gen::inRange<std::uint32_t>(130, 1025)}});
    const auto simd = *rc::gen::inRange<std::uint32_t>(1, 17);
    const auto order = *rc::gen::element(IndexOrder::ascending, IndexOrder::descending, IndexOrder::shuffled);
    const auto model = *rc::gen::element(Target::lockstep, Target::volta);
    setting.shapes = {{1, 1}, {workers, simd}};
    setting.orders = {order};
    setting.targets = {model};
    const auto instances = read_instances(setting);
    RC_ASSERT(instances.has_value());
    const auto& code = instances->kernels.at(order).front().code;
    const auto arguments =
        kernels::openmp::read_arguments(code, kernels::openmp::argument_texts(code, given, 0));
    RC_ASSERT(arguments.has_value());
    const std::vector<TargetRun> runs = run_on_machine(setting, *instances, {*arguments});
    for (const TargetRun& run : runs) {
        RC_ASSERT(run.findings.empty());
        RC_ASSERT(run.end == TargetRun::End::stop);
    }
    // The parameters' arrays: private ones are as many as there are workers.
    const auto compared = kernels::openmp::compare_outputs(code, {runs[0].buffers}, {runs[1].buffers}, {});
    RC_ASSERT(kernels::openmp::total(compared).different == 0u);
}

TEST(Lockstep, ResultsDependOnNeitherWorkersNorSimdNorOrder) {
    if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    EXPECT_TRUE(rc::check("results are those of one worker",
                          [all = programs()] { results_are_those_of_one_worker(all); }));
}

}  // namespace
}  // namespace musimd::kernels::lockstep::lockstep_slow
