#include "differential/backends/backend.hpp"

#include <thread>

#include "differential/backends/compiled_backend.hpp"
#include "differential/parallel.hpp"

namespace musimd::differential {

std::vector<std::unique_ptr<Backend>> all_backends() {
    std::vector<std::unique_ptr<Backend>> all;
    all.push_back(scalar_backend());
    for (auto& backend : nsimd_backends()) all.push_back(std::move(backend));
    for (auto& backend : cuda_backends()) all.push_back(std::move(backend));
    return all;
}

std::vector<tl::expected<CompiledUnit, std::string>> compile_all(const Backend& backend,
                                                                 std::span<const KernelUnit> units,
                                                                 const CompileOptions& options) {
    using Result = tl::expected<CompiledUnit, std::string>;
    std::vector<Result> results(units.size(), tl::unexpected(std::string()));
    in_parallel(std::thread::hardware_concurrency(), units.size(), [&](std::size_t i) {
        try {
            results[i] = backend.compile(units[i], options);
        } catch (const std::exception& error) {
            results[i] = tl::unexpected(std::string(error.what()) + "\n");
        }
    });
    return results;
}

}  // namespace musimd::differential
