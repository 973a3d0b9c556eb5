#include "kernels/lockstep/instances.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/launch/front_end.hpp"
#include "kernels/lockstep/header_messages.hpp"

namespace musimd::kernels::lockstep {
namespace {

using reader::KernelTemplate;
using reader::Source;

constexpr std::string_view kRight =
    "a lockstep kernel is `template <uint32_t numWorkers, uint32_t simdSize> __global__ void k(…)`, or "
    "has only numWorkers";

std::string not_a_template(const Source& source) {
    return fmt::format("{}: error: {}; {}\n", source.file,
                       source.function.empty()
                           ? "no kernel is a template"
                           : fmt::format("no kernel template has the name '{}'", source.function),
                       kRight);
}

}  // namespace

std::string order_option(IndexOrder order) {
    return fmt::format("-DPMACC_LOCKSTEP_ORDER={}", static_cast<int>(order));
}

std::string name_of(const Setting& setting, const Shape& shape) {
    if (!setting.has_simd) return fmt::format("{}<{}>", setting.source.function, shape.workers);
    return fmt::format("{}<{}, {}>", setting.source.function, shape.workers, shape.simd);
}

tl::expected<KernelTemplate, std::string> find_template(const Source& source) {
    const auto reading = kernels::read_instances(source, {});
    if (!reading) return tl::unexpected(fmt::format("musimd lockstep: error: {}\n", reading.error()));
    if (reading->messages.find("error: ") != std::string::npos)
        return tl::unexpected(at_lines_of_user(reading->messages, source.file));
    std::vector<KernelTemplate> fitting = reading->templates;
    const std::string& name = source.function;
    if (!name.empty())
        std::erase_if(fitting, [&](const KernelTemplate& t) {
            return t.name != name && !t.name.ends_with("::" + name);
        });
    std::vector<std::string> names;
    for (const KernelTemplate& kernel_template : reading->templates) names.push_back(kernel_template.name);
    if (fitting.empty() && !name.empty() && !names.empty())
        return tl::unexpected(
            fmt::format("{}: error: no kernel template has the name '{}'; the file has {}\n", source.file,
                        name, fmt::join(names, ", ")));
    if (fitting.empty()) return tl::unexpected(not_a_template(source));
    if (fitting.size() > 1)
        return tl::unexpected(fmt::format("{}: error: {} kernels; choose one with --kernel: {}\n",
                                          source.file, fitting.size(), fmt::join(names, ", ")));
    const KernelTemplate& found = fitting.front();
    if (!found.only_numbers || found.parameters == 0 || found.parameters > 2)
        return tl::unexpected(fmt::format("{}:{}: error: {} has different template parameters; {}\n",
                                          source.file, found.line, found.name, kRight));
    return found;
}

tl::expected<Instances, std::string> read_instances(const Setting& setting) {
    std::vector<reader::InstanceArguments> arguments;
    for (const Shape& shape : setting.shapes) {
        arguments.push_back({shape.workers});
        if (setting.has_simd) arguments.back().push_back(shape.simd);
    }
    Instances instances;
    for (const IndexOrder order : setting.orders) {
        setting.report(fmt::format("reading {} ({})", setting.source.file, to_string(order)));
        Source source = setting.source;
        source.options.push_back(order_option(order));
        auto reading = kernels::read_instances(source, arguments);
        if (!reading) return tl::unexpected(fmt::format("musimd lockstep: error: {}\n", reading.error()));
        const std::string messages = at_lines_of_user(reading->messages, source.file);
        if (reading->kernels.size() != arguments.size()) return tl::unexpected(messages);
        if (instances.kernels.empty()) instances.warnings = messages;
        instances.kernels[order] = std::move(reading->kernels);
    }
    return instances;
}

}  // namespace musimd::kernels::lockstep
