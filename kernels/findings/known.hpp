#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "isa/diagnostic.hpp"

// Findings that are not news: those of --suppress, and those of --baseline. See docs/cuda-in-ci.md.

namespace musimd::kernels {

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
    /// Reads the text of this file. The error has all lines that are wrong.
    static tl::expected<Suppressions, TextErrors> read(const std::string& file, const std::string& text);

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
    /// Reads a text that text() has written.
    static tl::expected<Baseline, std::string> read(const std::string& text);

    bool contains(const FindingKey& key) const;
    /// Those of this file and kernel that are not among the keys.
    std::vector<FindingKey> missing(const std::string& file, const std::string& kernel,
                                    const std::vector<FindingKey>& keys) const;
    /// The keys in place of those of this file and kernel.
    void replace(const std::string& file, const std::string& kernel, const std::vector<FindingKey>& keys);
    std::string text() const;

  private:
    std::vector<FindingKey> known_;
};

}  // namespace musimd::kernels
