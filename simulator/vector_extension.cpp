#include "simulator/vector_extension.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "host/environment.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/engine.hpp"

namespace musimd {
namespace {

struct Row {
    VectorExtension extension;
    std::string_view name;   ///< in MUSIMD_ISA
    std::string_view title;  ///< in messages
    bool is_built;           ///< the build has the fast engine's loops for it
    bool (*is_supported)();  ///< on this processor
};

#ifdef MUSIMD_WITH_AVX2
constexpr bool kWithAvx2 = true;
#else
constexpr bool kWithAvx2 = false;
#endif
#ifdef MUSIMD_WITH_AVX512
constexpr bool kWithAvx512 = true;
#else
constexpr bool kWithAvx512 = false;
#endif

constexpr Row kRows[] = {
    {VectorExtension::baseline, "baseline", "baseline", true, [] { return true; }},
#ifdef __x86_64__
    {VectorExtension::avx2, "avx2", "AVX2", kWithAvx2,
     [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }},
    {VectorExtension::avx512, "avx512", "AVX-512", kWithAvx512,
     [] {
         return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
     }},
#else
    {VectorExtension::avx2, "avx2", "AVX2", kWithAvx2, [] { return false; }},
    {VectorExtension::avx512, "avx512", "AVX-512", kWithAvx512, [] { return false; }},
#endif
};

}  // namespace

std::string_view to_string(VectorExtension extension) {
    return kRows[static_cast<std::size_t>(extension)].name;
}

std::span<const VectorExtension> vector_extensions() {
    static const std::vector<VectorExtension> all = [] {
        std::vector<VectorExtension> found;
        for (const Row& row : kRows) {
            if (row.is_built && row.is_supported()) found.push_back(row.extension);
        }
        return found;
    }();
    return all;
}

tl::expected<VectorExtension, std::string> vector_extension_named(
    std::string_view value, std::span<const VectorExtension> available) {
    const auto row = std::ranges::find(kRows, value, &Row::name);
    const bool known = row != std::end(kRows);
    if (known && std::ranges::find(available, row->extension) != available.end()) return row->extension;
    std::vector<std::string_view> names;
    for (const VectorExtension extension : available) names.push_back(to_string(extension));
    std::string wrong = fmt::format("invalid value '{}' for MUSIMD_ISA", shown(std::string(value)));
    if (known && row->is_supported() && !row->is_built) {
        wrong = fmt::format("MUSIMD_ISA={}: {} was not built; configure with -DMUSIMD_VECTOR_EXTENSIONS=all",
                            value, row->title);
    } else if (known) {
        wrong = fmt::format("MUSIMD_ISA={}: this processor does not support {}", value, row->title);
    }
    return tl::unexpected(fmt::format("{}; possible values: {}", wrong, fmt::join(names, ", ")));
}

std::optional<VectorExtension> requested_vector_extension() {
    static const std::optional<VectorExtension> requested = []() -> std::optional<VectorExtension> {
        const std::string value = host::environment("MUSIMD_ISA");
        if (value.empty()) return std::nullopt;
        const auto named = vector_extension_named(value, vector_extensions());
        if (!named) throw Unavailable(named.error() + "\n");
        return *named;
    }();
    return requested;
}

VectorExtension vector_extension() {
    return requested_vector_extension().value_or(vector_extensions().back());
}

}  // namespace musimd
