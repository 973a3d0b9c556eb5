#include "kernels/cuda/program/module_image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "dsl/cuda/headers/musimd_cuda_channel.h"
#include "host/files.hpp"
#include "kernels/cuda/program/module_options.hpp"

namespace musimd::kernels::cuda {
namespace {

constexpr std::string_view kPrefix = "//musimd-";
constexpr std::string_view kLine = "//| ";

/// What the lines of a text say.
struct Lines {
    std::string file;
    std::vector<std::string> options;
    std::vector<std::string> names;
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<std::string> text;
};

Lines lines_of(const std::string& image) {
    Lines result;
    std::string* lines = nullptr;  // where lines of a file go
    std::istringstream stream(image);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(kLine) && lines != nullptr) *lines += line.substr(kLine.size()) + '\n';
        if (!line.starts_with(kPrefix)) continue;
        const std::string word = line.substr(kPrefix.size());
        const std::size_t space = std::min(word.find(' '), word.size());
        const std::string kind = word.substr(0, space);
        const std::string value = space < word.size() ? word.substr(space + 1) : "";
        if (kind == "file") result.file = value;
        if (kind == "option") result.options.push_back(value);
        if (kind == "name") result.names.push_back(value);
        if (kind == "header") lines = &result.headers.emplace_back(value, "").second;
        if (kind == "text") lines = &result.text.emplace();
    }
    return result;
}

/// A variable for each name; a line of it is a file of its own in messages.
std::string lines_of_names(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string address = names[i].starts_with('&') ? names[i].substr(1) : names[i];
        text += fmt::format("\n# 1 \"name expression {}\"\nauto *const {}{} = &{};\n", i + 1, reader::kNamed,
                            i, address);
    }
    return text;
}

}  // namespace

tl::expected<ModuleImage, std::string> read_module_image(const std::string& text) {
    if (!text.starts_with(musimd_cuda::kModuleBegin))
        return tl::unexpected(
            std::string("the machine reads modules of NVRTC and of 'musimd-nvcc -ptx', no other "
                        "PTX or binaries"));
    Lines lines = lines_of(text);
    ModuleOptions options = module_options(lines.options);
    ModuleImage image{.source = {.file = lines.file, .text = "", .function = "", .options = options.words},
                      .names = std::move(lines.names),
                      .unknown = std::move(options.unknown)};
    if (!lines.text) {
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(lines.file, ignored))
            return tl::unexpected(fmt::format("the source {} does not exist", lines.file));
        lines.text = host::read_file(lines.file);
    } else {
        image.source.options.emplace_back("-D__CUDACC_RTC__");
    }
    image.source.headers = std::move(lines.headers);
    if (!image.source.headers.empty()) image.source.options.emplace_back("-I.");
    if (options.is_device_default)
        image.source.options.insert(image.source.options.end(), {"-include", "musimd_default_device.h"});
    image.source.text = *lines.text + lines_of_names(image.names);
    return image;
}

}  // namespace musimd::kernels::cuda
