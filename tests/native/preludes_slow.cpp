// The compilers accept the preludes, at the levels that the native engine uses and for every processor that
// they support: the content of a unit depends on the width of the vectors, and a compiler may crash while it
// generates code. No such processor is needed, since nothing is run. All combinations take minutes:
// MUSIMD_COMPILE_ALL selects them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/device/device.hpp"
#include "host/compiler.hpp"
#include "host/process.hpp"
#include "isa/instruction.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/codegen/unit.hpp"
#include "simulator/native/native.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

constexpr const char* kCompilers[] = {"g++", "clang++"};
constexpr const char* kProcessors[] = {"x86-64",  "x86-64-v2",      "x86-64-v3",      "x86-64-v4",
                                       "haswell", "skylake-avx512", "icelake-server", "sapphirerapids",
                                       "znver3",  "znver4"};
constexpr const char* kLevels[] = {"-O0", "-O3"};

// ---- programs that use all of a prelude

/// Every instruction on words, every operation with a variable and with a constant. `directives` select the
/// form of rows, masks and accesses. A ballot needs a warp with at most as many threads as the word has bits.
Program words_program(const std::string& directives, bool votes) {
    std::string text = directives + ".iota 0 64 1\n  a = tid + 1\n  b = tid + 2\n";
    for (const OperationInfo& row : operation_table()) {
        for (const char* right : {"b", "3"})
            text += row.is_word() ? fmt::format("  x = {} a, {}\n", row.spelling, right)
                                  : fmt::format("  x = a {} {}\n", row.spelling, right);
    }
    return support::read(text +
                         "  x = a / 4\n  x = a % 4\n  x = [tid]\n  x = [b]\n  [tid] = x\n  [b] = a\n"
                         "  x = atomic_inc [60]\n  shfl x, b\n  bz x, end\n" +
                         (votes ? "  y = ballot a\n" : "") +
                         "  everywhere\n  x = b\n  branch_mask tid, inner\ninner:\n  end_everywhere\n"
                         "end: sync\n  barrier\n  stop\n");
}

/// Every operation on words of these types.
Program typed_program(const std::vector<std::string_view>& types) {
    std::string text = ".threads 8\n  a = tid + 1\n  b = tid + 2\n  c = tid\n";
    for (const std::string_view type : types) {
        for (const TypedOperationInfo& row : typed_operation_table()) {
            if (!has_type(row.operation, *type_named(type))) continue;
            constexpr const char* kOperands[] = {"a", "a, b", "a, b, c"};
            const std::string name = fmt::format("{}.{}", row.name, type);
            if (row.operation != TypedOperation::cvt) {
                text += fmt::format("  x = {} {}\n", name, kOperands[row.operands - 1]);
                continue;
            }
            for (const std::string_view from : types) text += fmt::format("  x = {}.{} a\n", name, from);
        }
    }
    return support::read(text + "  stop\n");
}

std::vector<Program> words_programs() {
    std::vector<Program> programs;
    for (const char* directives :
         {".threads 8\n", ".threads 32\n.word 32\n.warps 2\n.races thread\n", ".threads 16\n.word 16 wrap\n",
          ".threads 64\n.word 64 wrap\n.buffer A 0 64\n.registers restore\n"})
        programs.push_back(words_program(directives, true));
    programs.push_back(words_program(".threads 100\n.word 32 wrap\n", false));
    return programs;
}

std::vector<const Program*> pointers_to(const std::vector<Program>& programs) {
    std::vector<const Program*> pointers;
    for (const Program& program : programs) pointers.push_back(&program);
    return pointers;
}

// ---- compiling

bool tries_all() {
    return std::getenv("MUSIMD_COMPILE_ALL") != nullptr;
}

/// All levels, or a sample: -O0, where g++ 12.2 crashed, with each vector width once for either compiler;
/// -O3 once.
std::vector<std::string> levels_for(const std::string& compiler, const std::string& processor) {
    if (tries_all()) return {std::begin(kLevels), std::end(kLevels)};
    if (processor == "x86-64-v4") return {"-O0", "-O3"};
    if (processor == "x86-64" || processor == "x86-64-v3") return {"-O0"};
    const bool has_crashed =
        compiler == "g++" &&
        (processor == "skylake-avx512" || processor == "icelake-server" || processor == "sapphirerapids");
    return has_crashed ? std::vector<std::string>{"-O0"} : std::vector<std::string>{};
}

/// A compiler and a processor that it may support.
class PreludeCompilation : public testing::TestWithParam<std::tuple<const char*, const char*>> {
  protected:
    void SetUp() override {
#if defined(__SANITIZE_ADDRESS__)
        GTEST_SKIP() << "compiling is independent of sanitizers";
#endif
        if (host::find_command(compiler()).empty()) GTEST_SKIP() << "there is no " << compiler();
        const auto known = host::run_program(
            {compiler(), "-march=" + processor(), "-E", "-x", "c++", "/dev/null"}, std::chrono::minutes(10));
        if (!known.ok()) GTEST_SKIP() << compiler() << " does not support -march=" << processor();
        const std::string_view test = testing::UnitTest::GetInstance()->current_test_info()->name();
        if (levels_for(compiler(), processor()).empty() ||
            (test.starts_with("TakesTheEmulated") && !tries_all()))
            GTEST_SKIP() << "only if MUSIMD_COMPILE_ALL is set";
    }

    static std::string compiler() {
        return std::get<0>(GetParam());
    }
    static std::string processor() {
        return std::get<1>(GetParam());
    }

    /// Compiles with the flags of the native engine, except for the level and the processor.
    void expect_compiles(const codegen::Unit& unit, const std::string& level) const {
        const std::filesystem::path file = folder_.write("unit.cpp", unit.source);
        std::vector<std::string> words = {compiler()};
        for (const std::string& flag : level == "-O0" ? native::quick_flags(std::nullopt)
                                                      : codegen::host_settings(std::nullopt).flags) {
            if (!flag.starts_with("-O") && !flag.starts_with("-m") && flag != "-shared")
                words.push_back(flag);
        }
        for (const std::string& word : {level, "-march=" + processor(), std::string("-c"), file.string(),
                                        std::string("-o"), (folder_.path() / "unit.o").string()})
            words.push_back(word);
        const auto end = host::run_program(words, std::chrono::minutes(5));
        EXPECT_TRUE(end.ok()) << fmt::format("{}\n", fmt::join(words, " ")) << end.output.substr(0, 2000);
    }

  private:
    support::TemporaryFolder folder_;
};

TEST_P(PreludeCompilation, AcceptsWords) {
    const std::vector<Program> programs = words_programs();
    for (const bool checks : {true, false}) {
        if (!checks && !tries_all()) continue;
        const codegen::Unit unit = codegen::make_unit(pointers_to(programs), {.checks = checks});
        for (const std::string& level : levels_for(compiler(), processor())) expect_compiles(unit, level);
    }
}

TEST_P(PreludeCompilation, AcceptsTypedWords) {
    std::vector<std::string_view> types = {"i32", "u64", "f16", "f64"};
    if (tries_all()) types.assign(std::begin(kTypeNames), std::end(kTypeNames));
    const std::vector<Program> programs = {typed_program(types)};
    const codegen::Unit unit = codegen::make_unit(pointers_to(programs), {});
    for (const std::string& level : levels_for(compiler(), processor())) expect_compiles(unit, level);
}

// The prelude of GPUs, with the emulated warp; compiled at -O1. GPUs have no mathematical functions, so
// floats are left out.
TEST_P(PreludeCompilation, AcceptsTheEmulatedGpu) {
    std::vector<Program> programs = words_programs();
    programs.push_back(typed_program({"i8", "i32", "u64"}));
    const codegen::Unit unit = gpu::make_unit(pointers_to(programs), gpu::translation_options(true),
                                              gpu::emulated_device().prelude());
    for (const char* level : {"-O0", "-O1"}) expect_compiles(unit, level);
}

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, const char*>>& info) {
    std::string name = fmt::format("{}_{}", std::get<0>(info.param), std::get<1>(info.param));
    std::erase(name, '+');
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Compilers, PreludeCompilation,
                         testing::Combine(testing::ValuesIn(kCompilers), testing::ValuesIn(kProcessors)),
                         name_of);

}  // namespace
}  // namespace musimd::tests
