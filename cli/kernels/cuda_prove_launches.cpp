#include "cli/kernels/cuda_prove_launches.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "kernels/launch/host_launches.hpp"

namespace musimd::cli {
namespace {

prove::HostPremises premises_of(const reader::HostLaunch& launch) {
    prove::HostPremises result{
        .line = launch.line.line, .shared_bytes = launch.shared_bytes, .same = launch.same};
    for (const reader::HostLaunch::Variable& variable : launch.variables)
        result.unknowns.emplace_back(variable.name, variable.type);
    for (const auto& [name, value] : launch.values) {
        std::int64_t size = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
        const bool is_size = name.find('.') != std::string::npos;
        if (!is_size) result.values[name] = value;
        if (!is_size) continue;
        const bool is_number = error == std::errc() && end == value.data() + value.size();
        if (is_number && size > 0)
            result.sizes[name] = size;
        else
            result.conditions.push_back(fmt::format("{} == {}", name, value));
    }
    result.lengths.insert(launch.lengths.begin(), launch.lengths.end());
    return result;
}

}  // namespace

std::vector<prove::HostPremises> host_launches_of(const Options& options, const CudaRequest& request) {
    if (options.has("any-launch") || options.has("block") || options.has("grid")) return {};
    std::vector<prove::HostPremises> result;
    std::set<std::vector<std::string>> known;
    for (const reader::HostLaunch& launch : kernels::read_host_launches(request.source)) {
        prove::HostPremises premises = premises_of(launch);
        if (known.insert(words_of(premises)).second) result.push_back(std::move(premises));
    }
    return result;
}

std::vector<std::string> words_of(const prove::HostPremises& launch) {
    std::vector<std::string> words;
    for (const auto& [name, size] : launch.sizes) {
        if (size != 1 || name.ends_with(".x")) words.push_back(fmt::format("{} == {}", name, size));
    }
    words.insert(words.end(), launch.conditions.begin(), launch.conditions.end());
    for (const auto& [name, value] : launch.values) words.push_back(fmt::format("{} == {}", name, value));
    for (const auto& [name, length] : launch.lengths)
        words.push_back(fmt::format("{} elements of {}", length, name));
    if (launch.shared_bytes && *launch.shared_bytes != "0")
        words.push_back(fmt::format("{} bytes of shared memory", *launch.shared_bytes));
    return words;
}

}  // namespace musimd::cli
