#include "cli/programs/state_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "isa/thread_set.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kMaxVariables = 64;  // shown of the folded ones
constexpr Thread kMaxColumns = 256;        // threads of a table, regardless of its lines

class WarpTable {
  public:
    WarpTable(const WarpResult& warp, const Program& program, const Layout& layout, const Write& write)
        : warp_(warp), program_(program), layout_(layout), write_(write) {
        label_ = kHeader.size();
        for (const std::string& name : program.variables) label_ = std::max(label_, name.size());
        room_ = layout.width - std::min(layout.width, label_ + 1);
    }

    void print(std::size_t lines) const {
        write_(fmt::format("{:<{}}  {}\n", "active", label_, lanes(warp_.active)));
        if (!warp_.exited.empty()) write_(fmt::format("{:<{}}  {}\n", "exited", label_, lanes(warp_.exited)));
        if (program_.variables.empty()) return;
        if (layout_.full) {
            print_rows(0, program_.threads);
        } else if (const Thread columns = columns_that_fit(lines)) {
            for (Thread t = 0; t < program_.threads; t += columns)
                print_rows(t, std::min(t + columns, program_.threads));
        } else {
            print_folded();
        }
    }

  private:
    static constexpr std::string_view kHeader = "thread";
    using Widths = std::vector<std::size_t>;

    std::vector<Variable> all() const {
        std::vector<Variable> list(program_.variables.size());
        std::iota(list.begin(), list.end(), Variable{0});
        return list;
    }

    std::string word(Variable v, Thread t) const { return to_string(warp_.bank.find(t, v)); }

    // The columns of threads begin … end − 1, each after a blank.
    Widths widths(Thread begin, Thread end, const std::vector<Variable>& variables) const {
        Widths widths;
        for (Thread t = begin; t < end; ++t) {
            std::size_t width = fmt::formatted_size("{}", t);
            for (const Variable v : variables) width = std::max(width, word(v, t).size());
            widths.push_back(width + 1);
        }
        return widths;
    }

    // The number of threads side by side such that the whole table fits in that many lines; 0 if it does not
    // fit.
    Thread columns_that_fit(std::size_t lines) const {
        const Thread n = program_.threads;
        const std::size_t rows = program_.variables.size();
        if (n > kMaxColumns || rows > kMaxVariables) return 0;
        const Widths all_widths = widths(0, n, all());
        const auto fits = [&](Thread columns) {
            for (Thread t = 0; t < n; t += columns) {
                const auto begin = all_widths.begin() + t;
                const auto end = all_widths.begin() + std::min(t + columns, n);
                if (std::accumulate(begin, end, std::size_t{0}) + 1 > room_) return false;
            }
            return true;
        };
        if (fits(n)) return n;
        for (Thread columns = 64; columns >= 4; columns /= 2) {
            if (columns >= n || !fits(columns)) continue;
            return (n + columns - 1) / columns * (rows + 1) <= lines ? columns : 0;
        }
        return 0;
    }

    void print_line(std::string_view label, const std::string& text) const {
        write_(fmt::format("{:<{}} {}\n", label, label_, text));
    }

    template <typename F>
    static std::string columns(Thread begin, const Widths& widths, F&& word) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += fmt::format("{:>{}}", word(begin + static_cast<Thread>(i)), widths[i]);
        return text;
    }
    static std::string header(Thread begin, const Widths& widths) {
        return columns(begin, widths, [](Thread t) { return t; });
    }

    void print_rows(Thread begin, Thread end) const {
        const Widths widths_here = widths(begin, end, all());
        print_line(kHeader, header(begin, widths_here));
        for (Variable v = 0; v < program_.variables.size(); ++v)
            print_line(program_.variables[v],
                       columns(begin, widths_here, [&](Thread t) { return word(v, t); }));
    }

    std::string lanes(const ThreadSet& threads) const {
        std::string text = to_string(threads);
        if (layout_.full || text.size() <= room_) return text;
        constexpr std::size_t kNote = 20;
        const std::size_t cut = text.rfind(',', room_ - std::min(room_, kNote));
        if (cut == std::string::npos) return text;
        return fmt::format("{}, …}} ({} threads)", text.substr(0, cut), threads.size());
    }

    void print_folded() const {
        const std::size_t shown = std::min(program_.variables.size(), kMaxVariables);
        std::vector<std::string> texts(shown);
        std::vector<Variable> irregular;
        for (Variable v = 0; v < shown; ++v) {
            const WordList words{program_.threads,
                                 [&](std::size_t t) { return warp_.bank.find(static_cast<Thread>(t), v); }};
            if (auto text = folded_threads(words, room_ - std::min<std::size_t>(room_, 1)))
                texts[v] = " " + *text;
            else
                irregular.push_back(v);
        }
        const Widths widths = first_columns(irregular);
        const auto left = program_.threads - widths.size();
        const std::string more = left == 0 ? "" : fmt::format(" … {} more", left);
        print_line(kHeader,
                   irregular.empty() ? fmt::format(" 0-{}", program_.threads - 1) : header(0, widths) + more);
        for (const Variable v : irregular)
            texts[v] = columns(0, widths, [&](Thread t) { return word(v, t); }) + (left == 0 ? "" : " …");
        for (Variable v = 0; v < shown; ++v) print_line(program_.variables[v], texts[v]);
        if (shown < program_.variables.size())
            write_(fmt::format("… and {} more variables; --full shows all\n",
                               program_.variables.size() - shown));
    }

    // As many columns as fit, and the number of those that do not.
    Widths first_columns(const std::vector<Variable>& variables) const {
        const std::size_t note = fmt::formatted_size(" … {} more", program_.threads);
        Widths shown;
        std::size_t used = note - 2;  // the ellipsis has three bytes
        for (Thread t = 0; t < program_.threads; ++t) {
            const std::size_t width = widths(t, t + 1, variables).front();
            if (used + width > room_ && !shown.empty()) break;
            shown.push_back(width);
            used += width;
        }
        return shown;
    }

    const WarpResult& warp_;
    const Program& program_;
    const Layout& layout_;
    const Write& write_;
    std::size_t label_;  ///< columns of the names
    std::size_t room_;   ///< columns to the right of the names
};

// ---- memory

constexpr std::size_t kMaxLineWords = 16;
constexpr std::size_t kMaxMemoryLines = 16;

/// A line of memory: consecutive addresses, or a regular stretch folded to one line.
struct MemoryLine {
    std::int64_t address = 0;
    std::int64_t count = 0;
    std::vector<Value> words;  ///< the first ones; all of them if it is not folded
    Value last = 0;

    std::int64_t end() const { return address + count; }
    std::uint64_t step() const { return difference(words[0], words[1]); }
    static std::uint64_t difference(Value a, Value b) {
        return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
    }
    bool is_regular() const {
        for (std::size_t i = 2; i < words.size(); ++i) {
            if (difference(words[i - 1], words[i]) != step()) return false;
        }
        return words.size() >= 3;
    }
    bool is_folded() const { return static_cast<std::size_t>(count) > words.size(); }

    // Whether the other line continues the same progression.
    bool continues_with(const MemoryLine& next) const {
        return end() == next.address && is_regular() && difference(last, next.words.front()) == step() &&
               (next.words.size() == 1 ||
                (next.step() == step() && (next.words.size() == 2 || next.is_regular())));
    }
};

/// Collects the words of Σ, in ascending order, into lines.
class MemoryLines {
  public:
    MemoryLines(std::size_t words_of_line, bool fold) : words_of_line_(words_of_line), fold_(fold) {}

    void add(std::int64_t address, Value word) {
        if (next_.words.size() == words_of_line_ || address != next_.end()) finish_line();
        if (next_.words.empty()) next_.address = address;
        next_.words.push_back(word);
        next_.last = word;
        ++next_.count;
    }

    /// Ends the last line. Returns the first lines; left_out() is the number of words of the others.
    void end() { finish_line(); }
    const std::vector<MemoryLine>& lines() const { return lines_; }
    std::int64_t left_out() const { return left_out_; }

  private:
    void finish_line() {
        if (next_.words.empty()) return;
        const bool open = fold_ && left_out_ == 0 && !lines_.empty();
        if (open && lines_.back().continues_with(next_)) {
            lines_.back().count += next_.count;
            lines_.back().last = next_.last;
        } else if (fold_ && lines_.size() == kMaxMemoryLines) {
            left_out_ += next_.count;
        } else {
            lines_.push_back(next_);
        }
        next_ = {};
    }

    std::size_t words_of_line_;
    bool fold_;
    std::vector<MemoryLine> lines_;
    MemoryLine next_;
    std::int64_t left_out_ = 0;
};

struct MemorySizes {
    std::size_t address = 1;  ///< digits of the highest address
    std::size_t word = 1;     ///< of the longest word
};

MemorySizes sizes_of(const Memory& memory) {
    MemorySizes sizes;
    memory.for_each([&](std::int64_t address, Value word) {
        sizes.address = fmt::formatted_size("{}", address);
        sizes.word = std::max(sizes.word, fmt::formatted_size("{}", word));
    });
    return sizes;
}

std::size_t words_that_fit(const MemorySizes& sizes, std::size_t width) {
    std::size_t count = kMaxLineWords;
    while (count > 1 && sizes.address + 1 + count * (sizes.word + 1) > width) count /= 2;
    return count;
}

std::string text_of(const MemoryLine& line) {
    if (line.step() == 0) return fmt::format("= {} in all {} words", line.words[0], line.count);
    return fmt::format("{} ({} words)", progression(line.words[0], line.words[1], line.words[2], line.last),
                       line.count);
}

}  // namespace

void write_warp(const WarpResult& warp, const Program& program, const Layout& layout, std::size_t lines,
                const Write& write) {
    WarpTable(warp, program, layout, write).print(lines);
}

void write_memory(const Memory& memory, const Layout& layout, const Write& write) {
    const MemorySizes sizes = sizes_of(memory);
    MemoryLines lines(words_that_fit(sizes, layout.width), !layout.full);
    memory.for_each([&](std::int64_t address, Value word) { lines.add(address, word); });
    lines.end();
    for (const MemoryLine& line : lines.lines()) {
        if (line.is_folded()) {
            write(fmt::format("{}-{}: {}\n", line.address, line.end() - 1, text_of(line)));
            continue;
        }
        std::string text = fmt::format("{:>{}}:", line.address, sizes.address);
        for (const Value word : line.words) text += fmt::format(" {:>{}}", word, sizes.word);
        write(text + "\n");
    }
    if (lines.left_out() != 0)
        write(fmt::format("… and {} more words; --full shows all\n", lines.left_out()));
}

}  // namespace musimd::cli
