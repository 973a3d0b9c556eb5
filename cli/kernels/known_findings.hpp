#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Findings of `musimd cuda` that are not news: those of --suppress, and those of --baseline. See
// docs/cuda-in-ci.md.

namespace musimd::cli {

/// What identifies a finding when other lines of its file have changed.
struct FindingKey {
    std::string kind;
    std::string file;
    std::string kernel;
    std::string text;        ///< text of its line
    std::string other_text;  ///< for races: text of the line of the earlier access
    std::uint32_t line = 0;
    friend bool operator==(const FindingKey& a, const FindingKey& b) {
        return a.kind == b.kind && a.file == b.file && a.kernel == b.kernel && a.text == b.text &&
               a.other_text == b.other_text;
    }
};

/// A file of lines `KIND FILE[:LINE] [KERNEL]`, in which `*` and `?` are wild, and # begins a comment.
class Suppressions {
  public:
    /// Throws InputError with all lines that are wrong.
    static Suppressions read(const std::string& file);

    bool contains(const FindingKey& key) const;

  private:
    struct Rule {
        std::string kind;
        std::string file;
        std::optional<std::uint32_t> line;
        std::string kernel;
    };
    std::vector<Rule> rules_;
};

/// A JSON file of known findings.
class Baseline {
  public:
    /// Throws InputError if the file is not as write has it.
    static Baseline read(const std::string& file);

    bool contains(const FindingKey& key) const;
    /// Those of this file and kernel that are not among the keys.
    std::vector<FindingKey> missing(const std::string& file, const std::string& kernel,
                                    const std::vector<FindingKey>& keys) const;
    /// The keys in place of those of this file and kernel.
    void replace(const std::string& file, const std::string& kernel, const std::vector<FindingKey>& keys);
    void write(const std::string& file) const;

  private:
    std::vector<FindingKey> known_;
};

}  // namespace musimd::cli
