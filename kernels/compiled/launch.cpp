#include "kernels/compiled/launch.hpp"

#include <fmt/format.h>

namespace musimd::kernels {
namespace {

std::string argument_source(const KernelArgument& argument, std::size_t number) {
    const std::string type =
        argument.spelling.empty() ? std::string(to_string(argument.type)) : argument.spelling;
    if (argument.pointer) return fmt::format("reinterpret_cast<{}*>(musimd_arguments[{}])", type, number);
    return fmt::format("musimd_scalar<{}>(musimd_it->arguments[{}])", type, number);
}

}  // namespace

std::string entry_name(std::size_t entry) {
    return fmt::format("musimd_entry_{}", entry);
}

std::string host_entries_prelude() {
    return R"(
#include <cstring>
struct musimd_launch {
    long long elements;
    unsigned long long* arguments;
    unsigned long long blocks;
    char** block_data;
    unsigned long long* block_bytes;
    unsigned long long* argument_blocks;
    char* message;
};
template <typename T> T musimd_scalar(unsigned long long pattern) {
    T value;
    std::memcpy(&value, &pattern, sizeof value);
    return value;
}
#define MUSIMD_LAUNCH(count, ...)                                         \
    {                                                                     \
        const unsigned long long* musimd_arguments = musimd_it->arguments; \
        (void)musimd_arguments;                                           \
        __VA_ARGS__;                                                      \
    }
)";
}

std::string entry_source(const KernelEntry& entry, std::size_t number, int launch_parameter) {
    std::string arguments;
    for (std::size_t i = 0; i < entry.arguments.size(); ++i) {
        arguments += ", " + argument_source(entry.arguments[i], i);
    }
    const bool templated = !entry.template_argument.empty();
    return fmt::format(
        "extern \"C\" void {}(const musimd_launch* musimd_it)\n"
        "MUSIMD_LAUNCH({}, spmd_launch_{}kernel_1d({}{}{}, {}, {}, musimd_it->elements{}))\n",
        entry_name(number), entry.arguments.size(), templated ? "tmpl_" : "", entry.kernel,
        templated ? ", " : "", entry.template_argument, entry.bits, launch_parameter, arguments);
}

}  // namespace musimd::kernels
