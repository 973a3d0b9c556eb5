#include "kernels/cuda/program/freed_memory.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "host/child.hpp"
#include "host/files.hpp"

namespace musimd::kernels::cuda {
namespace {

/// The file and line of the code, by the tables that the compiler has written; nullopt if they do not say.
std::optional<std::pair<std::string, std::string>> line_of(const FreedMemory::Call& call) {
    const host::TemporaryFolder folder;
    const std::string output = (folder.path() / "line").string();
    const host::ChildEnd end =
        host::run_command(fmt::format("exec addr2line -e {} {:#x} > {} 2>&1", host::quoted(call.file),
                                      call.code, host::quoted(output)),
                          {std::chrono::seconds(60)});
    if (!end.ok()) return std::nullopt;
    const std::string text = host::read_file(output);
    const std::size_t colon = text.find_last_of(':');
    if (colon == std::string::npos) return std::nullopt;
    const std::size_t digits = text.find_first_not_of("0123456789", colon + 1);
    const std::string line = text.substr(colon + 1, digits - colon - 1);
    if (line.empty() || line == "0") return std::nullopt;
    return std::pair(text.substr(0, colon), line);
}

}  // namespace

std::string FreedMemory::text_of(std::uint64_t address, const std::string& source) const {
    auto after = calls_.upper_bound(address);
    if (after == calls_.begin()) return {};
    const auto& [begin, call] = *--after;
    if (address - begin > call.bytes) return {};
    const std::string text = fmt::format("memory freed by {}", call.function);
    const auto place = line_of(call);
    if (!place) return text;
    const bool is_here = place->first == source || place->first.ends_with("/" + source);
    return is_here ? fmt::format("{} on line {}", text, place->second)
                   : fmt::format("{} at {}:{}", text, place->first, place->second);
}

}  // namespace musimd::kernels::cuda
