// docs/program.schema.json describes the programs as JSON that are written and read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "isa/json_writer.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::program_schema_test {
namespace {

using Json = nlohmann::json;
using support::violations;
using testing::IsEmpty;

const Json& program_schema() {
    static const Json schema = Json::parse(
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/program.schema.json"));
    return schema;
}

/// What depends on the lines of the text is left out.
Program without_lines(Program program) {
    program.expectations.clear();
    return program;
}

TEST(ProgramSchema, EveryProgramConformsAndIsReadAgain) {
    std::size_t programs = 0;
    for (const support::ReadTest& one : support::programs_under("")) {
        if (!one.read) continue;
        ++programs;
        SCOPED_TRACE(one.test.title());
        const std::string text = to_json(*one.read.program);
        EXPECT_THAT(violations(program_schema(), Json::parse(text)), IsEmpty());
        const ReadResult again = read_program(text, "program.json");
        ASSERT_TRUE(again) << again.errors;
        EXPECT_EQ(without_lines(*again.program), without_lines(*one.read.program));
        EXPECT_EQ(to_json(*again.program), text);  // with the expectations
    }
    EXPECT_GT(programs, 2000U);
}

constexpr const char* kGridProgram =
    ".threads 8\n.warps 2\n.active 0 2\n.order random 3\n.steps 99\n.word 32 wrap\n.buffer b 0 64\n"
    ".memory 0: 1 2\n.iota 8 4 1 1\n x = 1\n y = x + wid\n y = add.i32 x, y\n y = cvt.f32.i32 x\n"
    " y = select.i32 x, 1, 2\n z = fetch_add [x], 1\n z = fetch_cas.i32 [x], 1, 2\n z = atomic_inc [b]\n"
    " [x] = y\n z = [x]\n z = ballot x\n z = popc x\n shfl x, 1\n assert x\n bz x, l\nl: sync\n everywhere\n"
    " branch_mask 0, m\nm: end_everywhere\n barrier\n jump n\nn: stop\n"
    ".expect stop\n.expect active: 0 2\n.expect active warp 1: 0\n.expect var x: 1 _ *\n.expect memory 0: 1\n"
    ".expect steps 3\n.covers IT\n";

constexpr const char* kBlockProgram =
    ".threads 8\n.block 16\n.grid 2\n.shared s 4\n x = s\n x = btid + bid\n block_barrier\n"
    " x = block_barrier.count x\n syncwarp 255\n x = shfl.up 255, x, 1, 4\n x = vote.any 255, x\n"
    " x = match.all 255, x\n x = reduce.add 255, x\n x = reduce.max.f32 255, x\n x = activemask\n "
    "fence.grid\n"
    " exit\n.expect lockstep trap collective-mask 9 warp 0 threads: 0\n.expect volta stop\n.expect exited: "
    "1\n"
    ".expect shared 0 0: 1 _\n.expect warning barrier-exited 7\n";

/// What the schema and the reader make of a value.
void expect_agreement(const Json& value, const std::string& what) {
    const auto wrong = violations(program_schema(), value);
    const ReadResult read = read_program(value.dump(), "program.json");
    EXPECT_EQ(wrong.empty(), bool(read)) << what << '\n'
                                         << testing::PrintToString(wrong) << '\n'
                                         << read.errors;
}

/// The members of all objects in it, but for the labels, which may be missing.
void members_in(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& to) {
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i) members_in(value[i], at / i, to);
    if (!value.is_object() || at.to_string() == "/labels") return;
    for (const auto& [name, member] : value.items()) {
        to.push_back(at / name);
        members_in(member, at / name, to);
    }
}

// A member that is missing or has another type is refused by both, or by neither.
TEST(ProgramSchema, AgreesWithTheReader) {
    for (const char* const text : {kGridProgram, kBlockProgram}) {
        const Json program = Json::parse(to_json(support::read(text)));
        expect_agreement(program, "the program");
        std::vector<Json::json_pointer> members;
        members_in(program, Json::json_pointer(), members);
        for (const Json::json_pointer& member : members) {
            // What they name is missing then: the schema cannot know that.
            const std::string name = member.to_string();
            const bool is_named = name == "/variables" || name == "/shared" || name == "/memory";
            Json without = program;
            without[member.parent_pointer()].erase(member.back());
            const bool is_size = name == "/block" || name == "/threads" || name == "/warps";
            const bool is_model = name.ends_with("/model") && name != "/model";  // two outcomes of one model
            if (!is_named && !is_size && !is_model) expect_agreement(without, "without " + name);
            Json other = program;
            other[member] = true;
            expect_agreement(other, "true as " + name);
            other = program;
            other[member.parent_pointer()]["surplus"] = 1;
            expect_agreement(other, "one more beside " + name);
        }
    }
}

}  // namespace
}  // namespace musimd::program_schema_test
