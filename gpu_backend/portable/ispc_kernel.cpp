#include "gpu_backend/portable/ispc_kernel.hpp"

#include <fmt/format.h>

#include <array>
#include <regex>
#include <sstream>
#include <utility>

namespace musimd::portable {
namespace {

constexpr std::size_t kMostArguments = 24;

tl::expected<IspcParameters, std::string> parameters_of(const std::string& name, const std::string& list) {
    IspcParameters found;
    std::istringstream parameters(list);
    for (std::string one; std::getline(parameters, one, ',');) {
        const bool pointer = one.find('*') != std::string::npos;
        const bool integer = one.find("int32_t ") != std::string::npos;
        if ((!pointer && !integer) || (pointer && found.integers > 0)) {
            return tl::unexpected(
                fmt::format("{}: parameter '{}': a kernel has pointers, then 32-bit integers", name,
                            one.substr(std::min(one.find_first_not_of(' '), one.size()))));
        }
        ++(pointer ? found.pointers : found.integers);
    }
    if (found.integers == 0)
        return tl::unexpected(fmt::format("{}: its last parameter must be the group's number, an int", name));
    if (found.pointers + found.integers > kMostArguments)
        return tl::unexpected(fmt::format("{}: more than {} parameters", name, kMostArguments));
    return found;
}

// Calling conventions of 64-bit processors pass a pointer or an integer as a word, and take no notice of
// words that a function has no parameter for.
template <std::size_t... I>
void call_with(const void* function, const std::array<std::uint64_t, kMostArguments>& words,
               std::index_sequence<I...>) {
    using Function = void (*)(decltype(static_cast<void>(I), std::uint64_t{})...);
    reinterpret_cast<Function>(const_cast<void*>(function))(words[I]...);
}

}  // namespace

tl::expected<std::map<std::string, IspcParameters>, std::string> exported_by(const std::string& header) {
    static const std::regex declaration(R"(extern void (\w+)\(([^)]*)\);)");
    std::map<std::string, IspcParameters> kernels;
    for (std::sregex_iterator one(header.begin(), header.end(), declaration), end; one != end; ++one) {
        const auto parameters = parameters_of((*one)[1], (*one)[2]);
        if (!parameters) return tl::unexpected(parameters.error());
        kernels[(*one)[1]] = *parameters;
    }
    return kernels;
}

tl::expected<void, std::string> check_launch(const IspcParameters& parameters, const Launch& launch) {
    if (launch.groups[1] != 1 || launch.groups[2] != 1)
        return tl::unexpected(std::string("groups of ISPC have one dimension"));
    if (!launch.local_bytes.empty())
        return tl::unexpected(std::string("a launch of ISPC gives no local memory"));
    if (launch.buffers.size() == parameters.pointers && launch.numbers.size() + 1 == parameters.integers)
        return {};
    return tl::unexpected(fmt::format(
        "the kernel has {} pointers and {} integers, the last one the group's number; the launch has "
        "{} buffers and {} numbers",
        parameters.pointers, parameters.integers, launch.buffers.size(), launch.numbers.size()));
}

void call_ispc(const void* function, Launch& launch, std::uint32_t group) {
    std::array<std::uint64_t, kMostArguments> words{};
    std::size_t count = 0;
    for (auto& buffer : launch.buffers) words[count++] = reinterpret_cast<std::uintptr_t>(buffer.data());
    for (const std::int32_t number : launch.numbers) words[count++] = static_cast<std::uint32_t>(number);
    words[count] = group;
    call_with(function, words, std::make_index_sequence<kMostArguments>());
}

}  // namespace musimd::portable
