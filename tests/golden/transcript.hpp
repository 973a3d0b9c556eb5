#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::golden {

/// A command with its output.
struct Exchange {
    std::string command;  ///< `musimd run prog.asm < input`
    std::string output;
    std::string errors;
    int status = 0;
};

/// A file of `cases`: files, then commands (see README.md).
struct Transcript {
    std::string head;  ///< all of the text before the first command
    struct File {
        std::string name;
        std::string bytes;
    };
    std::vector<File> files;
    std::vector<Exchange> exchanges;
};

Transcript parse(std::string_view text);
std::string print(const Transcript& transcript);

/// Whether standard output and standard error are captured separately, or interleaved as on a terminal: then
/// `output` has both.
enum class Streams { separate, merged };

/// The same files and commands, with the current output of the commands.
Transcript replay(const Transcript& transcript, Streams streams = Streams::separate);

}  // namespace musimd::golden
