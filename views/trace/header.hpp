#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/trap.hpp"

namespace musimd::views::trace {

/// What a trace says about its run.
struct Header {
    std::string version = {};  ///< version of the musimd that wrote it
    std::string file = {};     ///< the program's, as the command line named it
    std::string source = {};   ///< its text, for views by line
    std::string options = {};  ///< how it was run: `--engine fast --order random --seed 3`
    std::int64_t max_address = kDefaultMaxAddress;
};

/// The contents of the block of that kind, for this program: without its expectations and the words of Σ.
std::string header_text(const Header& header, const Program& program);
std::string trap_text(const Trap& trap);
std::string end_text(std::string_view outcome, std::uint64_t steps);

/// A header that is read: the program has the lines and columns that it had.
struct ReadHeader {
    Header header;
    Program program;
    std::vector<RuleId> rules;  ///< by their numbers in the trace
};

/// These throw BadTrace.
ReadHeader read_header(std::string_view text);
Trap read_trap(std::string_view text);
/// The outcome; never empty.
std::string read_end(std::string_view text);

}  // namespace musimd::views::trace
