#include "kernels/cuda/program/host_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <sstream>

#include "dsl/cuda/headers/musimd_cuda_channel.h"
#include "host/process.hpp"

namespace musimd::kernels::cuda {
namespace {

namespace fs = std::filesystem;
using dsl::cuda::FileLine;

/// `FILE:LINE`, perhaps with ` (discriminator 1)`; line 0 of `??:0` and `FILE:?`.
FileLine line_in(const std::string& text) {
    const std::size_t colon =
        text.rfind(':', text.find(" (") == std::string::npos ? text.size() : text.find(" ("));
    if (colon == std::string::npos) return {};
    FileLine result{text.substr(0, colon), 0};
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), result.line);
    return result;
}

/// Calls in other code are those of its callers.
bool is_users(const std::string& file) {
    return fs::exists(file) &&
           std::ranges::none_of(std::initializer_list<const char*>{kHeaders, "/usr/include/", "/usr/lib/"},
                                [&](const char* of) { return file.starts_with(of); });
}

}  // namespace

HostCall read_call(musimd_cuda::Reader& message) {
    HostCall call;
    for (std::uint64_t n = message.number(); n > 0 && message.good(); --n) {
        const std::string file = message.text();
        call.frames.emplace_back(file, message.number());
    }
    return call;
}

// addr2line prints of each address `0x…`, and then a line for each function that is inlined there.
void HostLines::find(const std::vector<HostCall>& calls) {
    constexpr auto kLimit = std::chrono::minutes(1);
    std::map<std::string, std::set<std::uint64_t>> missing;
    for (const HostCall& call : calls) {
        for (const auto& frame : call.frames)
            if (!frame.first.empty() && known_.emplace(frame, std::vector<FileLine>()).second)
                missing[frame.first].insert(frame.second);
    }
    for (const auto& [file, offsets] : missing) {
        std::vector<std::string> words = {"addr2line", "-a", "-i", "-e", file};
        // The call is before the instruction that it returns to.
        for (const std::uint64_t offset : offsets) words.push_back(fmt::format("{:#x}", offset - 1));
        const host::CommandEnd end = host::run_program(words, kLimit);
        if (!end.ok()) continue;
        std::istringstream lines(end.output);
        std::vector<FileLine>* of = nullptr;
        for (std::string line; std::getline(lines, line);) {
            std::uint64_t offset = 0;
            if (line.starts_with("0x")) {
                std::from_chars(line.data() + 2, line.data() + line.size(), offset, 16);
                of = &known_[{file, offset + 1}];
            } else if (of != nullptr) {
                of->push_back(line_in(line));
            }
        }
    }
}

FileLine HostLines::line_of(const HostCall& call) {
    find({call});
    bool skips = call.by_stub;
    for (const auto& frame : call.frames) {
        for (const FileLine& line : known_[frame])
            if (line.line != 0 && is_users(line.file) && !std::exchange(skips, false))
                return {as_user_names(line.file), line.line};
    }
    return {files_.front(), 0};
}

std::string HostLines::as_user_names(const std::string& file) const {
    const auto is_it = [&](const std::string& own) {
        return fs::absolute(own).lexically_normal() == fs::path(file).lexically_normal();
    };
    const auto own = std::ranges::find_if(files_, is_it);
    if (own != files_.end()) return *own;
    const std::string here = fs::current_path().string() + "/";
    return file.starts_with(here) ? file.substr(here.size()) : file;
}

}  // namespace musimd::kernels::cuda
