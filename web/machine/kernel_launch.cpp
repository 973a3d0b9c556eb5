#include "web/machine/kernel_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "dsl/kernel_c/reader.hpp"
#include "dsl/trees.hpp"

namespace musimd::web {
namespace {

using dsl::cuda::KernelFunction;
using dsl::openmp::Parameter;
using kernels::cuda::LaunchConfiguration;

constexpr std::int64_t kMaxThreads = 4096;
constexpr std::int64_t kMostElements = 256;  // of an array that is not given
constexpr std::size_t kMaxElements = 1 << 16;

/// The pattern of a number of the type.
std::uint64_t pattern_of(double number, Type type) {
    if (type == Type::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    if (type == Type::f64) return std::bit_cast<std::uint64_t>(number);
    const double limit = std::clamp(number, -9.2e18, 9.2e18);
    return pattern_of_word(static_cast<Value>(limit), type);
}

/// Up to three numbers; wrong ones leave what is usual.
dsl::Dimensions dimensions_in(const Json& request, const char* name, dsl::Dimensions usual) {
    const auto member = request.find(name);
    if (member == request.end() || !member->is_array() || member->empty() || member->size() > 3) return usual;
    dsl::Dimensions result = {1, 1, 1};
    for (std::size_t d = 0; d < member->size(); ++d) {
        const Json& number = (*member)[d];
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() - 1 >= std::uint64_t{kMaxThreads})
            return usual;
        result[d] = number.get<std::uint32_t>();
    }
    return result;
}

std::uint32_t warp_in(const Json& request) {
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(number_in(request, "warp").value_or(32), 1, 32));
}

LaunchConfiguration configuration_in(const Json& request, const KernelFunction& kernel) {
    LaunchConfiguration config;
    config.grid = dimensions_in(request, "grid", {1, 1, 1});
    config.block = dimensions_in(request, "block", {32, 1, 1});
    config.warp =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(number_in(request, "warp").value_or(32), 1, 64));
    config.model = text_in(request, "model") == "volta" ? ThreadModel::volta : ThreadModel::lockstep;
    config.shared_bytes =
        static_cast<std::int64_t>(std::min<std::uint64_t>(number_in(request, "shared").value_or(0), 1 << 16));
    for (const dsl::cuda::SharedArray& array : kernel.shared) {
        if (array.elements == 0 && config.shared_bytes == 0)
            config.shared_bytes = array.bytes * dsl::count_of(config.block);
    }
    return config;
}

/// The variable of the device that the parameter is; null if the kernel's text declares it.
const dsl::cuda::DeviceVariable* device_variable(const KernelFunction& kernel, std::size_t parameter) {
    const auto found = std::ranges::find(kernel.variables, parameter, &dsl::cuda::DeviceVariable::parameter);
    return found == kernel.variables.end() ? nullptr : &*found;
}

/// What is given; else of an array that the kernel writes zeros, of others 0, 1, 2, …
std::vector<std::uint64_t> elements_of(const Parameter& p, const Json& given, std::int64_t threads) {
    std::vector<std::uint64_t> result;
    if (given.is_array()) {
        for (const Json& number : given) {
            if (number.is_number() && result.size() < kMaxElements)
                result.push_back(pattern_of(number.get<double>(), p.type));
        }
        if (!result.empty()) return result;
    }
    const std::int64_t count = std::clamp<std::int64_t>(threads, 1, kMostElements);
    for (std::int64_t i = 0; i < count; ++i)
        result.push_back(pattern_of(p.writes ? 0 : static_cast<double>(i), p.type));
    return result;
}

/// The value as a number that JavaScript has.
Json number_json(std::uint64_t pattern, Type type) {
    if (type == Type::f32) return std::bit_cast<float>(static_cast<std::uint32_t>(pattern));
    if (type == Type::f64) return std::bit_cast<double>(pattern);
    const auto value = dsl::literal_integer(dsl::literal(type, pattern));
    return value_json(*value);
}

struct Arguments {
    kernels::openmp::CallArguments values;
    Json described = Json::array();
};

Arguments arguments_in(const Json& request, const KernelFunction& kernel, std::int64_t threads) {
    Arguments result;
    const auto& code = kernel.code;
    const auto all = request.find("arguments");
    result.values.buffers.resize(code.buffers.size());
    for (std::size_t i = 0; i < code.parameters.size(); ++i) {
        const Parameter& p = code.parameters[i];
        const bool has_given = all != request.end() && all->is_object() && all->contains(p.name);
        const Json given = has_given ? all->at(p.name) : Json();
        const auto* const variable = device_variable(kernel, i);
        Json one = {
            {"name", p.name}, {"type", std::string(to_string(p.type))}, {"array", p.buffer.has_value()}};
        if (variable != nullptr) one["variable"] = true;
        if (p.buffer) {
            auto& elements = result.values.buffers[*p.buffer];
            elements =
                variable != nullptr && !given.is_array() ? variable->initial : elements_of(p, given, threads);
            one["value"] = Json::array();
            for (const std::uint64_t pattern : elements) one["value"].push_back(number_json(pattern, p.type));
            result.values.numbers.push_back(0);
        } else {
            const double usual = p.boolean ? 1 : static_cast<double>(threads);
            result.values.numbers.push_back(
                pattern_of(given.is_number() ? given.get<double>() : usual, p.type));
            one["value"] = number_json(result.values.numbers.back(), p.type);
        }
        result.described.push_back(std::move(one));
    }
    return result;
}

KernelLaunch refused(const std::string& reason) {
    KernelLaunch launch;
    launch.refusal = refusal_json(reason);
    return launch;
}

}  // namespace

Json errors_json(const TextErrors& errors) {
    Json list = Json::array();
    for (const LocatedError& e : errors.list)
        list.push_back({{"line", e.line}, {"column", e.column}, {"message", e.message}});
    return {{"errors", std::move(list)}, {"rendered", errors.text}};
}

Json refusal_json(const std::string& reason) {
    return {{"errors", Json::array({{{"line", 0}, {"column", 0}, {"message", reason}}})},
            {"rendered", "error: " + reason + "\n"}};
}

KernelLaunch kernel_launch(const Json& request) {
    KernelLaunch launch;
    const auto text = text_in(request, "text");
    if (!text) {
        launch.refusal = error("expected the member text");
        return launch;
    }
    auto reading = dsl::kernel_c::read_kernel(*text, text_in(request, "file").value_or("kernel.cu"),
                                              text_in(request, "name").value_or(""), warp_in(request));
    if (!reading.kernel) {
        launch.refusal = errors_json(reading.errors);
        return launch;
    }
    const KernelFunction& kernel = *reading.kernel;
    launch.config = configuration_in(request, kernel);
    if (launch.config.grid_threads() > kMaxThreads)
        return refused(fmt::format("a page runs at most {} threads; this launch has {}", kMaxThreads,
                                   launch.config.grid_threads()));
    if (const auto why = kernels::cuda::why_not(kernel, launch.config)) return refused(why->reason);
    if (kernel.everywhere_line != 0 && launch.config.model == ThreadModel::volta)
        return refused("the kernel has an `everywhere` block: it runs only under lockstep");
    Arguments arguments = arguments_in(request, kernel, launch.config.threads());
    launch.arguments = std::move(arguments.values);
    launch.parameters = std::move(arguments.described);
    launch.kernels = reading.kernels;
    launch.kernel = std::move(reading.kernel);
    return launch;
}

}  // namespace musimd::web
