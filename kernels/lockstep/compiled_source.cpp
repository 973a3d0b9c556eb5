#include "kernels/lockstep/compiled_source.hpp"

#include <fmt/format.h>

#include "kernels/compiled/cuda.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/lockstep/instances.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::kernels::lockstep {
namespace {

using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;

// An argument of the kernel: its bytes come from the numbers and addresses of the launch. It becomes a value
// of whatever type the kernel's parameter has.
constexpr const char* kArgument = R"(
struct musimd_piece { unsigned number, offset, bytes; };
struct musimd_argument {
    const unsigned long long* numbers;
    const musimd_piece* pieces;
    unsigned count;
    template <typename T>
    operator T() const {
        alignas(T) unsigned char bytes[sizeof(T)] = {};
        for (unsigned i = 0; i < count; ++i) {
            if (pieces[i].offset + pieces[i].bytes <= sizeof(T))
                __builtin_memcpy(bytes + pieces[i].offset, &numbers[pieces[i].number], pieces[i].bytes);
        }
        return *reinterpret_cast<T*>(bytes);
    }
};
)";

std::uint32_t bytes_of(const Parameter& parameter) {
    return parameter.buffer ? 8 : static_cast<std::uint32_t>(width_of(parameter.type)) / 8;
}

/// The pieces of each argument of the text, and a call's list of arguments.
struct Call {
    std::string pieces;
    std::string arguments;
};

Call call_of(const KernelFunction& kernel) {
    Call call;
    for (std::size_t a = 0; a < kernel.argument_bytes.size(); ++a) {
        std::string pieces;
        std::size_t count = 0;
        for (std::size_t p = 0; p < kernel.places.size(); ++p) {
            if (kernel.places[p].argument != a) continue;
            pieces += fmt::format("{}{{{}, {}, {}}}", count++ == 0 ? "" : ", ", p, kernel.places[p].offset,
                                  bytes_of(kernel.code.parameters[p]));
        }
        call.pieces += fmt::format("static const musimd_piece musimd_pieces_{}[] = {{{}}};\n", a,
                                   count == 0 ? "{0, 0, 0}" : pieces);
        call.arguments += fmt::format("{}musimd_argument{{musimd_numbers, musimd_pieces_{}, {}}}",
                                      a == 0 ? "" : ", ", a, count);
    }
    return call;
}

}  // namespace

std::string why_not_compiled(const KernelFunction& kernel) {
    if (!kernel.variables.empty()) return "device variables are not supported by compiled kernels";
    if (!kernel.code.structures.empty()) return "structures in memory are not supported by compiled kernels";
    for (const dsl::cuda::SharedArray& array : kernel.shared)
        if (array.elements == 0) return "`extern __shared__` is supported only on the machine";
    return {};
}

std::string host_entries(const Setting& setting, const std::vector<Shape>& shapes,
                         const KernelFunction& kernel) {
    const Call call = call_of(kernel);
    std::string text = host_entries_prelude() + kArgument + call.pieces;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        text += fmt::format(
            "extern \"C\" void {0}(const musimd_launch* musimd_it) {{\n"
            "    const unsigned long long* musimd_numbers = musimd_it->arguments;\n"
            "    stderr = fmemopen(musimd_it->message, {1}, \"w\");\n"
            "    ::pmacc::host::resetCounts();\n"
            "    ::pmacc::host::launch({{{2}}}, {3}, [&] {{ {4}({5}); }});\n"
            "    const auto musimd_counts = ::pmacc::host::counts();\n"
            "    static_assert(sizeof musimd_counts == 24, \"\");\n"
            "    __builtin_memcpy(musimd_it->block_data[musimd_it->blocks - 1], &musimd_counts, 24);\n"
            "}}\n",
            entry_name(i), kMessageBytes, setting.config.grid[0], shapes[i].workers,
            name_of(setting, shapes[i]), call.arguments);
    }
    return text;
}

std::string device_entries(const Setting& setting, const std::vector<Shape>& shapes,
                           const KernelFunction& kernel) {
    const Call call = call_of(kernel);
    std::string text = cuda_entries_prelude() + kArgument + call.pieces;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        text += fmt::format(
            "extern \"C\" void {}(const musimd_launch* musimd_it)\n"
            "MUSIMD_LAUNCH({}, const unsigned long long* musimd_numbers = musimd_arguments; "
            "{}<<<{}, {}>>>({}))\n",
            entry_name(i), kernel.places.size(), name_of(setting, shapes[i]), setting.config.grid[0],
            shapes[i].workers, call.arguments);
    }
    return text;
}

KernelLaunch compiled_launch(const KernelFunction& kernel, const openmp::CallArguments& arguments,
                             std::size_t entry, bool counts) {
    KernelLaunch launch;
    launch.entry = entry;
    launch.elements = 1;  // there is something to do
    for (std::size_t p = 0; p < kernel.places.size(); ++p) {
        const Parameter& parameter = kernel.code.parameters[p];
        if (!parameter.buffer) {
            launch.arguments.emplace_back(arguments.numbers[p]);
            continue;
        }
        launch.arguments.emplace_back(KernelLaunch::Pointer{launch.memory.size(), 0});
        launch.memory.push_back(memory_of_patterns(arguments.buffers[*parameter.buffer], parameter.type));
    }
    if (counts) launch.memory.emplace_back(3 * sizeof(std::uint64_t));
    return launch;
}

std::vector<std::vector<std::uint64_t>> elements_of(const KernelFunction& kernel,
                                                    const std::vector<std::vector<std::byte>>& memory) {
    std::vector<std::vector<std::uint64_t>> elements(kernel.code.buffers.size());
    std::size_t block = 0;
    for (std::size_t p = 0; p < kernel.places.size(); ++p) {
        const Parameter& parameter = kernel.code.parameters[p];
        if (parameter.buffer)
            elements[*parameter.buffer] = patterns_of_memory(memory[block++], parameter.type);
    }
    return elements;
}

}  // namespace musimd::kernels::lockstep
