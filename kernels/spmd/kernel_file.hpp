#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "kernels/compiled/backend.hpp"

// Scans a file of DSL kernels without compiling it: the kernels that it defines and their launches.

namespace musimd::kernels {

/// A parameter as written: `float *dst`.
struct KernelParameter {
    std::string name;
    std::string type;  ///< `float`, `unsigned int`, `T`
    bool pointer = false;
};

/// `spmd_kernel_1d(name, parameters…)`
struct KernelSignature {
    std::string name;
    std::string template_parameter;  ///< for a spmd_tmpl_kernel_1d; else empty
    std::vector<KernelParameter> parameters;
    std::uint32_t line = 0;
};

/// The kernels that the text defines, in order. Comments and strings are ignored.
std::vector<KernelSignature> find_kernels(std::string_view source);

/// `unsigned int` is u32; nullopt if a kernel's parameter cannot have the type.
std::optional<Type> type_of_spelling(std::string_view spelling);

/// The launch of a kernel: its parameters with that template argument (empty if it has no template
/// parameter), or an error message.
tl::expected<KernelEntry, std::string> entry_of(const KernelSignature& kernel, int bits,
                                                const std::string& template_argument);

/// How a file is tested, by the comments before its kernels:
///     // launch: KERNEL<TEMPLATE_ARGUMENT> BITS     one line for each
///     // arg NAME: INPUT                            as --arg of `musimd spmd`; random ones get other seeds
///     // compare: N ulp | near TOLERANCE            where results may differ; else they are the same
///     // known nsimd: WHAT                           that NSIMD does otherwise, by a defect of its own
struct TestAnnotations {
    struct Launch {
        std::string kernel;
        std::string template_argument;
        int bits = 32;
    };
    std::vector<Launch> launches;
    std::vector<std::pair<std::string, std::string>> arguments;  ///< names, and what they are given
    std::uint64_t ulps = 0;
    double near = 0;  ///< |x − y| ≤ near × max(1, |x|); 0: ulps count
    std::string known_nsimd;
};

tl::expected<TestAnnotations, std::string> annotations_of(std::string_view source);

}  // namespace musimd::kernels
