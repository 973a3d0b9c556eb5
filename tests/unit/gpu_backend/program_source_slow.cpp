// Programs on the backends that are found: both forms give the machine's result. Debian's clang accepts what
// is written in OpenCL C, and DXC what is written in HLSL, wherever there is no backend.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "differential/programs/compare/comparison.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "gpu_backend/portable/engine.hpp"
#include "gpu_backend/portable/glsl.hpp"
#include "host/child.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "semantics/unavailable.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd::portable::program_source_slow {
namespace {

using languages::Form;

/// Some programs of folders with loops, blocks and what threads do together.
std::vector<support::ReadTest> some_programs(std::size_t every) {
    std::vector<support::ReadTest> some;
    std::size_t count = 0;
    for (const std::string folder : {"conformance/rules", "conformance/blocks", "models"}) {
        for (support::ReadTest& test : support::programs_under(folder)) {
            if (test.read.program && count++ % every == 0) some.push_back(std::move(test));
        }
    }
    return some;
}

std::string differences_on(std::string_view backend, Form form) {
    std::string text;
    for (const support::ReadTest& test : some_programs(40)) {
        const Program& program = *test.read.program;
        MachineOptions options;
        options.order = program.order;
        if (program.model != ThreadModel::lockstep) continue;
        try {
            const Result actual = run_portable(backend, form, program, options, nullptr);
            const Result expected = fast::run_fast(program, options, nullptr);
            const std::string difference =
                differential::differences(program, expected, "fast", actual, backend);
            if (!difference.empty()) text += fmt::format("{}: {}\n", test.test.title(), difference);
        } catch (const Unsupported&) {  // the language does not have it
        }
    }
    return text;
}

/// A version whose defects docs/reports/backends.md describes: it fails without a defect of ours.
bool has_known_defects(std::string_view backend, Form form) {
    const std::string version = host::in_child([&] { return (*find_backend(backend))->version(); }).text;
    if (backend == "vulkan") return version.find("Mesa 22") != std::string::npos;
    return backend == "pocl" && form == Form::explicit_;
}

class SourceOnBackend : public testing::TestWithParam<const char*> {
  protected:
    void expect_agreement(Form form) {
        if (const auto reason = why_no_backend(GetParam())) GTEST_SKIP() << *reason;
        if (has_known_defects(GetParam(), form)) GTEST_SKIP() << "defects of this version are known";
        const host::ChildEnd end = host::in_child([&] { return differences_on(GetParam(), form); });
        EXPECT_TRUE(end.ok()) << to_string(end);
        EXPECT_EQ(end.text, "");
    }
};

TEST_P(SourceOnBackend, AgreesInTheExplicitForm) {
    expect_agreement(Form::explicit_);
}

TEST_P(SourceOnBackend, AgreesInTheNaturalForm) {
    expect_agreement(Form::natural);
}

INSTANTIATE_TEST_SUITE_P(Backends, SourceOnBackend, testing::Values("pocl", "oclgrind", "vulkan", "ispc"),
                         [](const auto& parameter) { return std::string(parameter.param); });

// ---- without a backend

TEST(SourceForGlslang, ConstantAddressesOfSigmaAreNoIndicesOfSharedMemory) {
    if (const auto reason = why_no_glsl()) GTEST_SKIP() << *reason;
    const Program program =
        support::read(".threads 2\n.shared s 4\n x = [7]\n [s] = x\n y = fetch_add [6], x\n stop\n");
    const languages::Target target{languages::Language::glsl, 32, 1024};
    for (const Form form : {Form::natural, Form::explicit_}) {
        const auto module = compile_glsl(program_source(program, target, form)->text);
        EXPECT_TRUE(module) << module.error();
    }
}

/// The messages of a compiler about a source; empty if it accepts it.
std::string compiler_says(std::vector<std::string> command, const std::string& source) {
    const host::TemporaryFolder folder;
    const auto file = folder.path() / "program";
    host::write_file(file, source);
    command.push_back(file.string());
    const host::CommandEnd end = host::run_program(command, std::chrono::seconds(120));
    return end.ok() ? "" : end.output;
}

void expect_accepted(const std::vector<std::string>& command, const languages::Target& target) {
    for (const support::ReadTest& test : some_programs(80)) {
        for (const Form form : {Form::natural, Form::explicit_}) {
            const auto source = program_source(*test.read.program, target, form);
            if (!source) continue;
            EXPECT_EQ(compiler_says(command, source->text), "") << test.test.title() << '\n' << source->text;
        }
    }
}

TEST(SourceForClang, IsOpenClC) {
    if (!host::run_program({"clang++-19", "--version"}, std::chrono::seconds(20)).ok())
        GTEST_SKIP() << "clang++-19 is not installed";
    expect_accepted({"clang++-19", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-fdeclare-opencl-builtins",
                     "-Xclang", "-finclude-default-header", "-fsyntax-only", "-w"},
                    {languages::Language::opencl, 0, 1024});
}

TEST(SourceForDxc, IsHlsl) {
    if (!host::run_program({"dxc", "--version"}, std::chrono::seconds(20)).ok())
        GTEST_SKIP() << "dxc is not in PATH";
    const languages::Target target{languages::Language::hlsl, 32, 1024};
    const std::vector<std::string> for_direct3d = {"dxc", "-T", "cs_6_6", "-E", "main", "-HV", "2021"};
    expect_accepted(for_direct3d, target);
    std::vector<std::string> for_vulkan = for_direct3d;
    for_vulkan.insert(for_vulkan.end(), {"-spirv", "-fspv-target-env=vulkan1.3"});
    expect_accepted(for_vulkan, target);
}

}  // namespace
}  // namespace musimd::portable::program_source_slow
