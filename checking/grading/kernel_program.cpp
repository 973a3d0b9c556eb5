#include "checking/grading/kernel_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "checking/grading/answer.hpp"
#include "dsl/kernel_c/reader.hpp"
#include "dsl/lowering/exits.hpp"
#include "dsl/lowering/lowering.hpp"
#include "isa/printer.hpp"

namespace musimd::grading {
namespace {

using dsl::cuda::KernelFunction;

constexpr std::string_view kForm = "`__global__ void answer(int *memory) { … }`";
constexpr std::int64_t kLocals = std::int64_t{1} << 20;      // where the threads' own arrays are
constexpr std::int64_t kMostLocals = std::int64_t{1} << 22;  // words of them

/// What a kernel has in place of an instruction.
struct Counterpart {
    std::string_view name;
    std::string_view of_kernels;
    std::string_view words;
};
constexpr Counterpart kCounterparts[] = {
    {"shfl", "shuffle", "a shuffle, as `__shfl_sync`"},
    {"ballot", "vote", "`__ballot_sync`"},
    {"barrier", "block_barrier", "`__syncthreads()`"},
    {"branch_mask", "activemask", "`everywhere_from(mask) { … }`"},
    {"everywhere", "everywhere", "an `everywhere { … }` block"},
    {"atomic_inc", "fetch", "an atomic function, as `atomicAdd`"},
    {"fetch", "fetch", "an atomic function, as `atomicAdd`"},
    {"bz", "bz", "a branch: `if`, `&&`, `||`, a loop, or `? :` that reads memory"},
    {"bnz", "bnz", "a branch: `if`, `&&`, `||`, a loop, or `? :` that reads memory"},
};

const Counterpart* counterpart(std::string_view name) {
    const auto* const found = std::ranges::find(kCounterparts, name, &Counterpart::name);
    return found == std::end(kCounterparts) ? nullptr : found;
}

/// Why the file has no kernel that is an answer, as a sentence.
std::string why_no_answer(const dsl::kernel_c::Reading& reading) {
    if (reading.kernels.size() > 1)
        return fmt::format(
            "The file has {} kernels, {}; an answer is one. Functions that it calls are "
            "`__device__`.",
            reading.kernels.size(), fmt::join(reading.kernels, " and "));
    if (!reading.kernel) return "";
    const KernelFunction& kernel = *reading.kernel;
    if (!kernel.variables.empty())
        return "The kernel uses a variable of the file that lives in memory. An answer has none: use "
               "`#define`, or "
               "`__shared__` arrays.";
    if (kernel.printing) return "The kernel prints. An answer does not: store what is asked for in `memory`.";
    const auto& parameters = kernel.code.parameters;
    const bool is_form = parameters.size() == 1 && parameters[0].buffer && parameters[0].type == Type::i32;
    if (!is_form)
        return fmt::format("The kernel '{}' has other parameters than an answer. Write {}.", kernel.code.name,
                           kForm);
    return "";
}

/// A sentence about a text that has no kernel at all.
std::string why_no_kernel(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fmt::format("The file is empty. An answer is a kernel: {}.", kForm);
    if (text.find("__global__") != std::string_view::npos) return "";
    return fmt::format("The file has no `__global__` function. An answer is one: {}.", kForm);
}

bool mentions_variable(const dsl::Block& body, dsl::VariableId v) {
    return std::ranges::any_of(body, [&](const dsl::Statement& s) { return dsl::mentions(s, v); });
}

dsl::Kernel kernel_of_answer(const KernelFunction& function) {
    dsl::Kernel kernel;
    kernel.name = function.code.name;
    kernel.file = function.code.file;
    kernel.bits = 64;
    kernel.signed_overflow_traps = true;
    kernel.buffers = function.code.buffers;
    kernel.variables = function.code.variables;
    kernel.body = function.code.body;
    return kernel;
}

/// One block of so many threads. The array of the kernel begins at address 0.
dsl::Launch launch_of_answer(const KernelFunction& function, std::uint32_t threads, std::uint32_t warp) {
    dsl::Launch launch{.elements = threads, .regions = {}, .origins = {}, .warp_width = warp};
    launch.origins.assign(function.code.buffers.size(), 0);
    std::int64_t end = kLocals;
    for (const dsl::openmp::LocalArray& local : function.code.locals) {
        launch.origins[local.buffer] = end;
        end += local.elements * threads;
    }
    dsl::Blocks blocks{.block = {threads, 1, 1}};
    for (const dsl::cuda::SharedArray& array : function.shared)
        blocks.shared.emplace_back(array.buffer, array.elements);
    const auto is_shared = [&](dsl::BufferId buffer) {
        return std::ranges::find(function.shared, buffer, &dsl::cuda::SharedArray::buffer) !=
               function.shared.end();
    };
    for (const auto& [variable, buffer] : function.code.addresses) {
        if (is_shared(buffer))
            blocks.addresses.emplace_back(variable, buffer);
        else
            launch.values.emplace_back(variable, static_cast<std::uint64_t>(launch.origins[buffer]));
    }
    for (const auto& number : function.numbers) {
        if (mentions_variable(function.code.body, number.first)) blocks.numbers.push_back(number);
    }
    launch.blocks = std::move(blocks);
    return launch;
}

/// Why there is no launch of so many threads, as a sentence.
std::string why_no_launch(const KernelFunction& function, std::uint64_t threads) {
    if (threads > kMaxBlockThreads)
        return fmt::format(
            "This exercise has an input of {} threads; a block of CUDA has at most {}. Answer it in "
            "assembly.",
            threads, kMaxBlockThreads);
    std::int64_t locals = 0;
    for (const dsl::openmp::LocalArray& local : function.code.locals) locals += local.elements;
    if (locals * static_cast<std::int64_t>(threads) > kMostLocals)
        return "The kernel's own arrays are too large for this machine.";
    const bool is_dynamic =
        std::ranges::any_of(function.shared, [](const auto& array) { return array.elements == 0; });
    return is_dynamic ? "The kernel has an `extern __shared__` array. Give its size: `__shared__ int a[32];`."
                      : "";
}

/// The directives of an input as those of a program with one block.
std::vector<std::string> directives_of_block(const std::vector<std::string>& directives,
                                             std::uint64_t threads, const Program& lowered) {
    std::vector<std::string> result;
    for (std::string line : directives) {
        if (line.find(".warps") < line.find_first_not_of(" \t") + 1) continue;
        for (const Counterpart& c : kCounterparts) {
            const std::string name = fmt::format("by_instruction.{} ", c.name);
            if (const std::size_t at = line.find(name); at != std::string::npos)
                line.replace(at, name.size(), fmt::format("by_instruction.{} ", c.of_kernels));
        }
        result.push_back(std::move(line));
    }
    result.push_back(fmt::format(".block {}", threads));
    for (const SharedObject& object : lowered.shared)
        result.push_back(fmt::format(".shared {} {}", object.name, object.count));
    return result;
}

}  // namespace

bool is_kernel_file(std::string_view file) {
    return file.ends_with(".cu");
}

KernelProgram kernel_program(std::string_view text, const std::string& file,
                             const std::vector<std::string>& directives) {
    KernelProgram result;
    const ReadResult input = read_program(with_directives("        stop\n", directives), file + ".asm");
    if (!input)
        return {
            .text = {}, .lines = {}, .why = "The directives cannot be read: " + input.errors, .errors = {}};
    const std::uint32_t warp = input.program->threads;
    const std::uint64_t threads = std::uint64_t{warp} * input.program->warps;
    auto reading = dsl::kernel_c::read_kernel(text, file, "", warp);
    result.why = why_no_kernel(text);
    if (result.why.empty() && reading.errors.empty()) result.why = why_no_answer(reading);
    if (result.why.empty() && reading.kernel) result.why = why_no_launch(*reading.kernel, threads);
    if (result.why.empty()) result.errors = std::move(reading.errors);
    if (!result.why.empty() || !reading.kernel) return result;
    const auto block = static_cast<std::uint32_t>(threads);
    const Program lowered =
        dsl::lower(kernel_of_answer(*reading.kernel), launch_of_answer(*reading.kernel, block, warp));
    for (const Instruction& i : lowered.instructions) result.lines.push_back(i.line);
    result.text = with_directives(print(lowered), directives_of_block(directives, threads, lowered));
    return result;
}

ReadResult program_of(KernelProgram kernel, const std::string& file) {
    if (kernel.text.empty()) {
        ReadResult wrong;
        wrong.errors = kernel.why.empty() ? std::move(kernel.errors.text) : std::move(kernel.why);
        wrong.list = std::move(kernel.errors.list);
        return wrong;
    }
    ReadResult read = read_program(kernel.text, file + ".asm");
    for (std::size_t i = 0; read && i < kernel.lines.size(); ++i)
        read.program->instructions[i].line = kernel.lines[i];
    return read;
}

ReadResult read_answer(std::string_view text, const std::string& file,
                       const std::vector<std::string>& directives) {
    return is_kernel_file(file) ? program_of(kernel_program(text, file, directives), file)
                                : read_program(with_directives(text, directives), file);
}

std::string_view instruction_of_kernels(std::string_view name) {
    const Counterpart* const found = counterpart(name);
    return found == nullptr ? name : found->of_kernels;
}

std::string words_of_kernels(std::string_view name) {
    const Counterpart* const found = counterpart(name);
    return found == nullptr ? fmt::format("'{}'", name) : std::string(found->words);
}

std::string in_words_of_kernels(std::string text) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"`tid`", "`threadIdx.x`"},
        {"`warp_size`", "`blockDim.x`"},
        {"`bz`", "`if`"},
        {"`shfl`", "`__shfl_sync`"},
        {"`ballot`", "`__ballot_sync`"},
        {"`fetch_add`", "`atomicAdd`"},
        {"`branch_mask`", "`everywhere_from(mask)`"}};
    for (const auto& [from, to] : kWords) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    }
    return text;
}

}  // namespace musimd::grading
