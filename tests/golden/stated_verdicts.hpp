#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

// Kernels that state in their first lines how they are proved, and with which result.

namespace musimd::support {

/// The words after `// NAME: ` in the lines of the file; quotes hold words together.
inline std::vector<std::string> stated_words(const std::filesystem::path& file, const std::string& name) {
    std::ifstream in(file);
    std::vector<std::string> words;
    for (std::string line; std::getline(in, line);) {
        const std::string prefix = "// " + name + ": ";
        if (!line.starts_with(prefix)) continue;
        bool is_quoted = false, is_new = true;
        for (const char c : line.substr(prefix.size())) {
            if (c == '\'') {
                is_quoted = !is_quoted;
            } else if (c == ' ' && !is_quoted) {
                is_new = true;
            } else {
                if (is_new) words.emplace_back();
                is_new = false;
                words.back() += c;
            }
        }
    }
    return words;
}

inline bool has_solver() {
    Command command;
    command.arguments = {"/bin/sh", "-c", "command -v z3 || command -v cvc5"};
    return run(command).status == 0;
}

/// The exit status of a verdict.
inline int status_of_verdict(const std::string& verdict) {
    return verdict == "proved" ? 0 : verdict == "unknown" ? 3 : 1;
}

}  // namespace musimd::support
