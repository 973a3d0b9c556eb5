#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/front_end.hpp"

namespace musimd::kernels::cuda {

/// A kernel, and the file that it is in.
struct ProgramKernel {
    std::shared_ptr<const dsl::cuda::KernelFunction> code;
    std::shared_ptr<const reader::Source> source;
};

/// The device code that a program has: its files, which are number 0, and modules that it loads.
class ProgramCode {
  public:
    explicit ProgramCode(const std::vector<reader::Source>& sources);

    /// An error is messages with their lines.
    tl::expected<ProgramKernel, std::string> kernel(std::uint64_t module, const std::string& name);

    struct Module {
        std::uint64_t number = 0;
        reader::ModuleReading contents;
    };
    /// Why a module cannot be loaded: the number of an error of CUDA's driver, and a text.
    struct Failure {
        std::uint64_t error = 0;
        std::string reason;
    };
    /// A module of this text, or, without a text, the program's file of this name: `k.ptx` is `k.cu`.
    tl::expected<Module, Failure> load(const std::string& file, const std::string& image);

    /// What NVRTC reports about a module's text.
    struct Compilation {
        std::uint64_t error = 0;  ///< number of NVRTC
        std::string log;
        reader::ModuleReading contents = {};
    };
    static Compilation compile(const std::string& image);

  private:
    using Sources = std::vector<reader::Source>;

    std::vector<std::shared_ptr<const Sources>> modules_;  ///< by number
    std::map<std::pair<std::uint64_t, std::string>, ProgramKernel> kernels_;
};

}  // namespace musimd::kernels::cuda
