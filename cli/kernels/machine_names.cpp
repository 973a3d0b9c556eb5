#include "cli/kernels/machine_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace musimd::cli {
namespace {

using enum ThreadModel;

/// Models that stand for one kind of machine. Of several rows that apply, the first counts.
struct Machine {
    std::vector<ThreadModel> models;
    const char* name;
};

const std::array<Machine, 12> kMachines = {{{{lockstep, stack, minpc, masks}, "where warps run in lock step"},
                                            {{lockstep, stack}, "on a stack"},
                                            {{maximal, uniform}, "in SPIR-V"},
                                            {{barriers, volta}, "since Volta"},
                                            {{lockstep}, "on the paper's stack"},
                                            {{stack}, "on a reconvergence stack"},
                                            {{minpc}, "with the lowest pc first"},
                                            {{masks}, "under masks"},
                                            {{maximal}, "with maximal reconvergence"},
                                            {{uniform}, "with subgroup-uniform control flow"},
                                            {{barriers}, "with convergence barriers"},
                                            {{volta}, "by what CUDA promises since Volta"}}};

}  // namespace

std::string machines_of(const std::vector<ThreadModel>& models) {
    std::vector<ThreadModel> left = models;
    std::vector<std::string> names;
    const auto is_left = [&](ThreadModel model) { return std::ranges::find(left, model) != left.end(); };
    for (const Machine& machine : kMachines) {
        if (!std::ranges::all_of(machine.models, is_left)) continue;
        names.emplace_back(machine.name);
        for (const ThreadModel model : machine.models) std::erase(left, model);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* const before = i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
        text += before + names[i];
    }
    return text;
}

}  // namespace musimd::cli
