#include "tests/golden/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "tests/support/process.hpp"

namespace musimd::golden {
namespace {

constexpr std::string_view kMarker = "=== ";

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// The lines up to the next marker.
std::string take_section(std::string_view& text) {
    const char* const begin = text.data();
    while (!text.empty() && !text.starts_with(kMarker)) take_line(text);
    return {begin, static_cast<std::size_t>(text.data() - begin)};
}

bool take(std::string_view& line, std::string_view prefix) {
    if (!line.starts_with(prefix)) return false;
    line.remove_prefix(prefix.size());
    return true;
}

// `\xNN` is a byte; `\` before the last line end removes that line end.
std::string bytes_of(std::string_view text) {
    std::string bytes;
    while (!text.empty()) {
        if (text == "\\\n") break;
        if (take(text, "\\x")) {
            bytes += static_cast<char>(std::stoi(std::string(text.substr(0, 2)), nullptr, 16));
            text.remove_prefix(2);
        } else {
            bytes += text.front();
            text.remove_prefix(1);
        }
    }
    return bytes;
}

// The words of a command line; `'…'` keeps blanks.
std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    bool quoted = false;
    bool open = false;  // a word has begun
    for (const char c : line) {
        if (c == '\'') quoted = !quoted;
        const bool blank = c == ' ' && !quoted;
        if (!blank && !open) words.emplace_back();
        open = !blank;
        if (!blank && c != '\'') words.back() += c;
    }
    return words;
}

Exchange run(const std::string& line, const support::TemporaryFolder& folder, Streams streams) {
    std::vector<std::string> words = words_of(line);
    const auto program = std::ranges::find(words, "musimd");
    if (program == words.end()) throw std::runtime_error("not a musimd command: " + line);
    const std::vector<std::string> variables(words.begin(), program);  // NAME=value
    words.erase(words.begin(), program + 1);
    std::string input;
    if (words.size() >= 2 && words[words.size() - 2] == "<") {
        input = support::read_file(folder.path() / words.back());
        words.resize(words.size() - 2);
    }
    support::Command command = support::musimd(std::move(words));
    command.arguments.insert(command.arguments.begin(), variables.begin(), variables.end());
    if (!variables.empty()) command.arguments.insert(command.arguments.begin(), "/usr/bin/env");
    if (streams == Streams::merged) {
        command.arguments.insert(command.arguments.begin(), {"/bin/sh", "-c", R"(exec "$0" "$@" 2>&1)"});
    }
    command.folder = folder.path();
    command.input = std::move(input);
    support::Finished finished = support::run(command);
    if (!finished.status) throw std::runtime_error(fmt::format("signal {} ended {}", finished.signal, line));
    return {line, std::move(finished.output), std::move(finished.errors), *finished.status};
}

std::string section(std::string_view marker, const std::string& text) {
    if (text.empty()) return {};
    const bool ends = text.ends_with('\n');
    return fmt::format("{}{}\n{}{}", kMarker, marker, text, ends ? "" : "\n(no line end)\n");
}

}  // namespace

Transcript parse(std::string_view text) {
    Transcript transcript;
    const char* const begin = text.data();
    take_section(text);
    while (!text.empty()) {
        const char* const here = text.data();
        std::string_view marker = take_line(text);
        marker.remove_prefix(kMarker.size());
        if (take(marker, "run ")) {
            if (transcript.head.empty()) transcript.head = {begin, here};
            transcript.exchanges.push_back({std::string(marker), {}, {}, 0});
        } else if (take(marker, "file ")) {
            transcript.files.push_back({std::string(marker), take_section(text)});
        } else if (take(marker, "bytes ")) {
            transcript.files.push_back({std::string(marker), bytes_of(take_section(text))});
        } else if (transcript.exchanges.empty()) {
            throw std::runtime_error(fmt::format("'{}' precedes all commands", marker));
        } else if (marker == "stdout") {
            transcript.exchanges.back().output = take_section(text);
        } else if (marker == "stderr") {
            transcript.exchanges.back().errors = take_section(text);
        } else if (take(marker, "exit ")) {
            transcript.exchanges.back().status = std::stoi(std::string(marker));
        } else {
            throw std::runtime_error(fmt::format("unknown marker '{}'", marker));
        }
    }
    return transcript;
}

std::string print(const Transcript& transcript) {
    std::string text = transcript.head;
    for (const Exchange& e : transcript.exchanges) {
        text += fmt::format("{}run {}\n", kMarker, e.command);
        text += section("stdout", e.output) + section("stderr", e.errors);
        text += fmt::format("{}exit {}\n", kMarker, e.status);
    }
    return text;
}

Transcript replay(const Transcript& transcript, Streams streams) {
    const support::TemporaryFolder folder;
    unsetenv("COLUMNS");  // tables are as wide as without a terminal
    for (const char* const linked : {"docs", "programs"})
        std::filesystem::create_directory_symlink(std::filesystem::path(MUSIMD_SOURCE_DIR) / linked,
                                                  folder.path() / linked);
    for (const auto& file : transcript.files) folder.write(file.name, file.bytes);
    Transcript now{transcript.head, transcript.files, {}};
    for (const Exchange& e : transcript.exchanges) now.exchanges.push_back(run(e.command, folder, streams));
    return now;
}

}  // namespace musimd::golden
