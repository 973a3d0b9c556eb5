// The native engine gives what the fast engine gives: on every program under programs/, and on random ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "isa/reader.hpp"
#include "simulator/conformance.hpp"
#include "tests/native/batch.hpp"
#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

std::vector<NativeCase> cases_under(const std::string& folder) {
    std::vector<NativeCase> cases;
    std::vector<std::string> missing;
    for (const std::string& file : find_program_files({MUSIMD_SOURCE_DIR "/programs/" + folder}, missing)) {
        const std::string text = support::read_file(file);
        std::vector<std::string> names = program_names(text, file);
        if (names.empty()) names.emplace_back();
        for (const std::string& name : names) {
            ReadOptions options;
            if (!name.empty()) options.program = name;
            ReadResult read = read_program(text, file, options);
            if (read) cases.push_back({file + " " + name, std::move(*read.program), {}});
        }
    }
    return cases;
}

// Random programs: `seeds` of each profile, or as many as MUSIMD_NATIVE_SEEDS says, from MUSIMD_NATIVE_FIRST on.
std::vector<NativeCase> random_cases(std::uint64_t seeds) {
    const char* const count = std::getenv("MUSIMD_NATIVE_SEEDS");
    const char* const from = std::getenv("MUSIMD_NATIVE_FIRST");
    if (count != nullptr) seeds = std::strtoull(count, nullptr, 10);
    const std::uint64_t first = from == nullptr ? 0 : std::strtoull(from, nullptr, 10);
    std::vector<NativeCase> cases;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles()) {
            differential::Case made = differential::generate(info.profile, seed);
            cases.push_back({std::string(info.name) + ", seed " + std::to_string(seed), std::move(made.program), made.options});
        }
    }
    return cases;
}

TEST(Native, GivesWhatFastGivesOnThePrograms) {
    std::vector<NativeCase> cases;
    for (const char* folder : {"paper", "bugs"}) {
        for (NativeCase& c : cases_under(folder)) cases.push_back(std::move(c));
    }
    ASSERT_GT(cases.size(), 20U);
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

TEST(Native, GivesWhatFastGivesOnRandomPrograms) {
    EXPECT_THAT(differences_from_fast(random_cases(1)), IsEmpty());
}

}  // namespace
}  // namespace musimd::tests
