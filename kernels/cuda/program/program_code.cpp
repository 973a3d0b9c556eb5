#include "kernels/cuda/program/program_code.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "kernels/cuda/program/cuda_errors.inc"
#include "kernels/cuda/program/module_image.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;

// Errors of NVRTC.
constexpr std::uint64_t kInvalidOption = 5;
constexpr std::uint64_t kCompilation = 6;

/// The program's file of device code with the name of the module's, but for numbers at its end, as in
/// `k64.ptx`; or null.
const reader::Source* source_of_module(const std::string& file, const std::vector<reader::Source>& sources) {
    std::string stem = std::filesystem::path(file).stem().string();
    const auto of_stem = [&](const reader::Source& source) {
        return language_of(source) == "cuda" && std::filesystem::path(source.file).stem() == stem;
    };
    auto found = std::ranges::find_if(sources, of_stem);
    if (found == sources.end()) {
        stem.erase(stem.find_last_not_of("0123456789") + 1);
        found = std::ranges::find_if(sources, of_stem);
    }
    return found == sources.end() ? nullptr : &*found;
}

/// The kernel by itself, or, as device functions may be in others, with the other files; nothing if the file
/// has no such kernel. An error is messages.
tl::expected<std::optional<KernelFunction>, std::string> read_from(
    reader::Source source, const std::vector<reader::Source>& sources) {
    auto reading = read_kernel(source);
    if (!reading) return tl::unexpected(fmt::format("musimd cuda: error: {}\n", reading.error()));
    if (reading->kernel) return std::move(reading->kernel);
    if (reading->is_unknown) return std::nullopt;
    const std::string messages = std::move(reading->messages);
    const auto whole = joined(source, sources);
    if (whole) reading = read_kernel(*whole);
    if (!whole || !reading || !reading->kernel) return tl::unexpected(messages);
    return std::move(reading->kernel);
}

}  // namespace

ProgramCode::ProgramCode(const std::vector<reader::Source>& sources)
    : modules_{std::make_shared<const Sources>(sources)} {}

tl::expected<ProgramKernel, std::string> ProgramCode::kernel(std::uint64_t module, const std::string& name) {
    const auto known = kernels_.find({module, name});
    if (known != kernels_.end()) return known->second;
    if (module >= modules_.size())
        return tl::unexpected(std::string("musimd cuda: error: the program has overwritten its runtime\n"));
    const std::shared_ptr<const Sources> sources = modules_[module];
    for (reader::Source source : *sources) {
        if (language_of(source) != "cuda") continue;
        source.function = name;
        auto found = read_from(source, *sources);
        if (!found) return tl::unexpected(std::move(found.error()));
        if (!*found) continue;
        const ProgramKernel kernel{std::make_shared<const KernelFunction>(*std::move(*found)),
                                   std::make_shared<const reader::Source>(std::move(source))};
        return kernels_.emplace(std::pair(module, name), kernel).first->second;
    }
    return tl::unexpected(fmt::format("musimd cuda: error: the program has no kernel {}\n", name));
}

tl::expected<ProgramCode::Module, ProgramCode::Failure> ProgramCode::load(const std::string& file,
                                                                          const std::string& image) {
    Sources sources;
    if (!image.empty()) {
        auto read = read_module_image(image);
        if (!read) return tl::unexpected(Failure{cudaErrorInvalidKernelImage, read.error()});
        sources = {std::move(read->source)};
        sources.front().language = "cuda";
    } else if (const reader::Source* const source = source_of_module(file, *modules_.front())) {
        sources = {*source};
    } else {
        std::error_code ignored;
        const bool exists = std::filesystem::exists(file, ignored);
        return tl::unexpected(
            Failure{exists ? cudaErrorInvalidKernelImage : cudaErrorFileNotFound,
                    fmt::format("write it by 'musimd-nvcc -ptx', or add {}.cu to the files of 'musimd cuda'",
                                std::filesystem::path(file).stem().string())});
    }
    auto contents = read_module(sources.front());
    if (!contents) return tl::unexpected(Failure{cudaErrorInvalidResourceHandle, contents.error()});
    if (!contents->is_good) return tl::unexpected(Failure{cudaErrorInvalidPtx, "\n" + contents->messages});
    modules_.push_back(std::make_shared<const Sources>(std::move(sources)));
    return Module{modules_.size() - 1, *std::move(contents)};
}

ProgramCode::Compilation ProgramCode::compile(const std::string& image) {
    const auto read = read_module_image(image);
    if (!read) return {kCompilation, read.error() + "\n"};
    if (!read->unknown.empty())
        return {kInvalidOption, fmt::format("{}: error: NVRTC has no option {}\n", read->source.file,
                                            fmt::join(read->unknown, ", "))};
    auto contents = read_module(read->source);
    if (!contents) return {kCompilation, contents.error() + "\n"};
    std::string log = contents->messages;
    const std::uint64_t error = contents->is_good ? 0 : kCompilation;
    return {error, std::move(log), *std::move(contents)};
}

}  // namespace musimd::kernels::cuda
