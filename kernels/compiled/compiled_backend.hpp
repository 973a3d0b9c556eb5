#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"

namespace musimd::kernels {

/// An error: the reason why a backend is not available.
inline tl::unexpected<std::string> unavailable(std::string reason) {
    return tl::unexpected<std::string>(std::move(reason));
}

/// A backend that is a compiler with a prelude. It looks for its tools when it is used.
class CompiledBackend : public Backend {
  public:
    explicit CompiledBackend(std::string name) : name_(std::move(name)) {}

    std::string_view name() const override { return name_; }

    tl::expected<CompiledUnit, std::string> compile(const KernelUnit& unit,
                                                    const CompileOptions& options) const override {
        if (const auto here = available(); !here) return tl::unexpected(here.error() + "\n");
        return build(toolchain(), unit, options);
    }

    std::vector<CaseResult> run(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                const RunLimits& limits) const override {
        return run_cases(unit, cases, {limits, on_device()});
    }

  protected:
    virtual Toolchain toolchain() const = 0;
    virtual bool on_device() const { return false; }

  private:
    std::string name_;
};

/// A backend for this processor, with its compiler in the name: `scalar`, `scalar-clang`.
class HostBackend : public CompiledBackend {
  public:
    HostBackend(const std::string& target, HostCompiler compiler)
        : CompiledBackend(target + std::string(suffix_of(compiler))), compiler_(compiler) {}

  protected:
    std::string compiler() const { return command_of(compiler_); }

    tl::expected<void, std::string> has_compiler() const {
        if (!is_runnable(compiler()))
            return unavailable("C++ compiler '" + compiler() + "' is not installed");
        return {};
    }

  private:
    HostCompiler compiler_;
};

std::unique_ptr<Backend> scalar_backend(HostCompiler compiler);
std::vector<std::unique_ptr<Backend>> nsimd_backends(HostCompiler compiler);
std::vector<std::unique_ptr<Backend>> cuda_backends();
std::vector<std::unique_ptr<Backend>> arm_backends();

/// Whether the headers of the scalar form are installed, else the reason; and the toolchain that uses them.
tl::expected<void, std::string> has_scalar_dsl();
Toolchain scalar_toolchain(const std::string& compiler);

/// Whether NSIMD is installed for an extension, else the reason; and the toolchain that uses it, with the
/// extension's flags.
tl::expected<void, std::string> has_nsimd(std::string_view extension);
Toolchain nsimd_toolchain(const std::string& compiler, std::string_view extension,
                          const std::vector<std::string>& flags);

}  // namespace musimd::kernels
