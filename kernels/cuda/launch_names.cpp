#include "kernels/cuda/launch_names.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace musimd::kernels::cuda {
namespace {

using nlohmann::ordered_json;

/// The type of the elements; null: they are structures, or the machine has them in other units.
ordered_json type_of(const LaunchObject& object, const dsl::cuda::KernelFunction& kernel) {
    const auto& buffers = kernel.code.buffers;
    const auto found = std::ranges::find(buffers, object.name, &dsl::KernelBuffer::name);
    if (found == buffers.end() || object.shape.in_units || object.shape.parts.size() > 1) return nullptr;
    return std::string(to_string(found->element));
}

}  // namespace

ordered_json arrays_json(const LaunchProgram& launch) {
    ordered_json list = ordered_json::array();
    for (const LaunchObject& object : launch.memory) {
        if (object.name.empty() || object.elements == 0) continue;
        ordered_json one = {{"name", object.name},
                            {"space", std::string(to_string(object.space))},
                            {"type", type_of(object, *launch.kernel)},
                            {"address", object.address},
                            {"elements", object.elements},
                            {"inner", object.shape.inner},
                            {"array", object.shape.is_array}};
        if (object.per_thread != 0) one["per_thread"] = object.per_thread;
        list.push_back(std::move(one));
    }
    return list;
}

ordered_json variables_json(const LaunchProgram& launch) {
    const auto& variables = launch.kernel->code.variables;
    ordered_json list = ordered_json::array();
    for (std::size_t v = 0; v < std::min(variables.size(), launch.variables.size()); ++v) {
        if (!launch.variables[v]) continue;
        list.push_back({{"name", launch.program.variables[*launch.variables[v]]},
                        {"source", variables[v].name},
                        {"type", std::string(to_string(variables[v].type.type))}});
    }
    return list;
}

}  // namespace musimd::kernels::cuda
