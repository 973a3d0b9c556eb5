#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace musimd::golden {

/// A command with what it prints.
struct Exchange {
    std::string command;  ///< `musimd run prog.asm < input`
    std::string output;
    std::string errors;
    int status = 0;
};

/// A file of `cases`: files, then commands (README.md tells its form).
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

/// Whether standard output and standard error are caught one by one, or as a terminal shows them: then
/// `output` has both, in the order in which they are printed.
enum class Streams { separate, merged };

/// The same files and commands, with what the commands print now.
Transcript replay(const Transcript& transcript, Streams streams = Streams::separate);

}  // namespace musimd::golden
