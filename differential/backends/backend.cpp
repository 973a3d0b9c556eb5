#include "differential/backends/backend.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

#include "differential/backends/compiled_backend.hpp"

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
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < units.size(); i = next++) {
            try {
                results[i] = backend.compile(units[i], options);
            } catch (const std::exception& error) {
                results[i] = tl::unexpected(std::string(error.what()) + "\n");
            }
        }
    };
    std::vector<std::jthread> others;
    const std::size_t at_once = std::min<std::size_t>(units.size(), std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < at_once; ++i) others.emplace_back(work);
    work();
    others.clear();
    return results;
}

}  // namespace musimd::differential
