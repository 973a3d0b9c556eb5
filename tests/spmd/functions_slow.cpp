// Every function of the DSL, at every type that it takes: the machine compared with every backend.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "dsl/function.hpp"
#include "tests/spmd/trials.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;
using dsl::FunctionInfo;

constexpr std::int64_t kElements = 300;
constexpr std::uint64_t kSeed = 7;

struct Case {
    const FunctionInfo* function;
    Type type;
};

struct Suite {
    KernelUnit unit;
    std::vector<Case> cases;  ///< by entry
};

bool is_tried(const FunctionInfo& function) {
    // Functions of conditions are tested by the kernels; f32 and f16 have different widths.
    return !function.types.empty() && function.name != "f32_to_f16" && function.name != "f16_to_f32" &&
           function.result != 't';
}

bool takes(const FunctionInfo& function, Type type) {
    const char letter = is_float(type) ? 'f' : is_signed_integer(type) ? 'i' : 'u';
    return function.types.find(letter) != std::string_view::npos;
}

// One template per function: `T *result, T *a, T *b, T *c, int s`, of which it uses some.
std::string kernel_of(const FunctionInfo& function) {
    std::string operands;
    std::size_t loads = 0;
    for (const char kind : function.operands) {
        if (!operands.empty()) operands += ", ";
        operands += kind == 's' ? "s" : fmt::format("k_load({})", "abc"[loads++]);
    }
    const std::string call = fmt::format("k_{}({})", function.name, operands);
    const std::string body =
        function.result == 'l'
            ? fmt::format(
                  "  k_if ({})\n    k_store(result, 1);\n  k_else\n    k_store(result, 0);\n  k_endif\n",
                  call)
            : fmt::format("  k_store(result, {});\n", call);
    return fmt::format(
        "spmd_tmpl_kernel_1d(try_{}, T, T *result, T *a, T *b, T *c, int s)\n"
        "  (void)a; (void)b; (void)c; (void)s;\n{}spmd_kernel_end\n",
        function.name, body);
}

Suite make_suite() {
    Suite suite;
    for (const FunctionInfo& function : dsl::function_table()) {
        if (!is_tried(function)) continue;
        suite.unit.source += kernel_of(function);
        for (std::size_t i = 0; i < kTypes; ++i) {
            const auto type = static_cast<Type>(i);
            if (!takes(function, type)) continue;
            KernelEntry entry{
                "try_" + std::string(function.name), width_of(type), std::string(to_string(type)), {}};
            for (const char* const name : {"result", "a", "b", "c"})
                entry.arguments.push_back({name, true, type, {}});
            entry.arguments.push_back({"s", false, Type::i32, {}});
            suite.unit.entries.push_back(std::move(entry));
            suite.cases.push_back({&function, type});
        }
    }
    return suite;
}

KernelLaunch case_of(const Suite& suite, std::size_t entry) {
    const Case& one = suite.cases[entry];
    // An integer must not be divided by 0, nor the smallest one by -1.
    const bool divides = one.function->name == "div" && !is_float(one.type);
    const auto result =
        make_case(suite.unit.entries[entry], entry, kElements,
                  {{"result", "zeros"},
                   {"a", "random"},
                   {"b", divides ? "between:1:100" : "random"},
                   {"c", "random"},
                   {"s", fmt::format("{}", (entry * 7) % static_cast<std::size_t>(width_of(one.type)))}},
                  kSeed + entry);
    if (!result) throw std::runtime_error(result.error());
    return *result;
}

// The machine's results, which are correctly rounded.
std::vector<std::vector<Words>> on_machine(const Suite& suite, const std::vector<KernelLaunch>& cases) {
    const auto unit = RecordedUnit::load(suite.unit);
    if (!unit) throw std::runtime_error(unit.error());
    const auto executor = dsl::make_executor("fast", 1'000'000);
    std::vector<std::vector<Words>> memory;
    for (const KernelLaunch& one : cases) {
        const auto kernel = unit->record(one);
        if (!kernel) throw std::runtime_error(kernel.error());
        const KernelEntry& entry = suite.unit.entries[one.entry];
        const KernelRun run = run_kernel(*kernel, entry, one, *executor);
        EXPECT_EQ(run.execution.kind, dsl::Execution::Kind::stop)
            << entry.kernel << " " << entry.template_argument << ": " << run.execution.message;
        memory.push_back(run.memory);
    }
    return memory;
}

std::string inputs_of(const KernelLaunch& one, std::size_t element, const Case& what) {
    std::string text;
    for (std::size_t i = 1; i <= what.function->operands.size(); ++i) {
        const Words words = words_of_memory(one.memory[i], what.type);
        text += fmt::format("{}{}", i == 1 ? "" : ", ",
                            value_text(pattern_of_word(*words[element], what.type), what.type));
    }
    return text;
}

// Targets may differ: f16 kept as f32, min and max of NaN and zeros, targets without fused operations.
bool may_differ_elsewhere(const Case& one) {
    const std::string_view name = one.function->name;
    return is_float(one.type) && (one.type == Type::f16 || name == "min" || name == "max" || name == "fma" ||
                                  name == "fnma" || name == "fms" || name == "fnms");
}

// Compiled on demand: a skipped test compiles nothing.
struct Given {
    Suite suite = make_suite();
    std::vector<KernelLaunch> cases;
    std::vector<std::vector<Words>> expected;

    Given() {
        for (std::size_t i = 0; i < suite.cases.size(); ++i) cases.push_back(case_of(suite, i));
        expected = on_machine(suite, cases);
    }
};

const Given& given() {
    static const Given result;
    return result;
}

class Functions : public testing::Test {
  protected:
    // Records the worst distance of each function with a bound, and calls `wrong` for each broken promise.
    template <typename Wrong>
    static void hold_against(const Backend& backend, WorstUlps& worst, const Wrong& wrong) {
        const auto& [suite, cases, expected] = given();
        const auto compiled = backend.compile(suite.unit);
        ASSERT_TRUE(compiled.has_value()) << backend.name() << ": " << compiled.error();
        const auto results = backend.run(*compiled, cases);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const Case& one = suite.cases[i];
            const std::string name = fmt::format("{} {}", one.function->name, to_string(one.type));
            if (results[i].kind != CaseResult::Kind::done) {
                wrong(one, fmt::format("{}: {}", name, results[i].message));
                continue;
            }
            const auto all = compare_elements(expected[i][0], results[i].memory[0], one.type, {}, kElements);
            for (const ElementDifference& at : all.first) {
                const std::string inputs = inputs_of(cases[i], at.element, one);
                if (one.function->promise.kind != dsl::Promise::Kind::exact) {
                    worst.note({std::string(one.function->name), std::string(backend.name()), one.type},
                               at.ulps, inputs);
                }
                if (at.ulps <= allowed_ulps(one.function->promise, one.type)) continue;
                wrong(one, fmt::format("{}({}): {}, not {}", name, inputs, value_text(at.actual, one.type),
                                       value_text(at.expected, one.type)));
                break;
            }
        }
    }
};

TEST_F(Functions, PlainCppKeepsTheirPromises) {
    WorstUlps worst;
    hold_against(*available_backends().front(), worst,
                 [](const Case&, const std::string& what) { ADD_FAILURE() << what; });
    std::cout << worst.render();
}

// For NSIMD's own functions, broken accuracy promises are only reported, but exact functions must agree.
TEST_F(Functions, NsimdIsMeasured) {
    std::vector<const Backend*> foreign;
    for (const Backend* const backend : available_backends()) {
        if (is_foreign(*backend)) foreign.push_back(backend);
    }
    if (foreign.empty()) GTEST_SKIP() << "NSIMD_ROOT does not name an NSIMD installation";
    WorstUlps worst;
    for (const Backend* const backend : foreign) {
        hold_against(*backend, worst, [&](const Case& one, const std::string& what) {
            if (may_differ_elsewhere(one)) return;
            std::cout << backend->name() << " " << what << "\n";
        });
    }
    std::cout << worst.render();
}

}  // namespace
}  // namespace musimd::tests
