#include "cli/command/text_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/command/failure.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::int64_t kMaxLines = 2'000'000;

}  // namespace

std::string read_text(const std::string& file) {
    std::error_code ignored;
    if (file != "-" && std::filesystem::is_directory(file, ignored)) {
        throw InputError(file, "expected a file, found a directory");
    }
    const auto close = [](std::FILE* f) {
        if (f != stdin) std::fclose(f);
    };
    std::unique_ptr<std::FILE, decltype(close)> stream(file == "-" ? stdin : std::fopen(file.c_str(), "rb"),
                                                       close);
    if (stream == nullptr) throw InputError(file, std::strerror(errno));

    std::string text;
    char block[65536];
    while (const std::size_t count = std::fread(block, 1, sizeof block, stream.get())) {
        text.append(block, count);
        if (text.size() > kMaxBytes) throw InputError(file, "larger than 64 MiB");
    }
    if (std::ferror(stream.get()) != 0) throw InputError(file, std::strerror(errno));
    if (std::ranges::count(text, '\n') > kMaxLines) {
        throw InputError(file, fmt::format("more than {} lines", kMaxLines));
    }
    return text;
}

void write_text(const std::string& file, std::string_view text) {
    std::FILE* stream = std::fopen(file.c_str(), "wb");
    const bool good = stream != nullptr && std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    const int error = errno;
    const bool closed = stream == nullptr || std::fclose(stream) == 0;
    if (good && closed) return;
    const std::string reason = std::strerror(good ? errno : error);
    std::error_code ignored;
    if (stream != nullptr && std::filesystem::is_regular_file(file, ignored)) std::remove(file.c_str());
    throw InputError(file, reason);
}

}  // namespace musimd::cli
