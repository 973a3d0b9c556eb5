#include "kernels/compiled/backend.hpp"

#include "host/parallel.hpp"
#include "host/processor.hpp"
#include "kernels/compiled/compiled_backend.hpp"

namespace musimd::kernels {

namespace {

std::vector<HostCompiler> compilers_of(Compilers which) {
    std::vector<HostCompiler> compilers = {HostCompiler::usual};
    if (which == Compilers::usual) return compilers;
    for (const HostCompiler compiler : {HostCompiler::gcc, HostCompiler::clang}) {
        const bool repeated =
            which == Compilers::different && same_compiler(host_compiler(), command_of(compiler));
        if (!repeated) compilers.push_back(compiler);
    }
    return compilers;
}

}  // namespace

std::vector<std::unique_ptr<Backend>> all_backends(Compilers which) {
    std::vector<std::unique_ptr<Backend>> all;
    for (const HostCompiler compiler : compilers_of(which)) {
        all.push_back(scalar_backend(compiler));
        for (auto& backend : nsimd_backends(compiler)) all.push_back(std::move(backend));
    }
    for (auto& backend : cuda_backends()) all.push_back(std::move(backend));
    if (which == Compilers::named) {
        for (auto& backend : arm_backends()) all.push_back(std::move(backend));
    }
    return all;
}

std::vector<tl::expected<CompiledUnit, std::string>> compile_all(const Backend& backend,
                                                                 std::span<const KernelUnit> units,
                                                                 const CompileOptions& options) {
    using Result = tl::expected<CompiledUnit, std::string>;
    std::vector<Result> results(units.size(), tl::unexpected(std::string()));
    host::in_parallel(host::usable_processors(), units.size(), [&](std::size_t i) {
        try {
            results[i] = backend.compile(units[i], options);
        } catch (const std::exception& error) {
            results[i] = tl::unexpected(std::string(error.what()) + "\n");
        }
    });
    return results;
}

}  // namespace musimd::kernels
