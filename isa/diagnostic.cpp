#include "isa/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace musimd {
namespace {

constexpr std::size_t kContextBefore = 70;  // code points shown before the caret
constexpr std::size_t kContextAfter = 40;   // and after it

bool continues_code_point(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool is_control(std::string_view sequence) {
    const auto byte = static_cast<unsigned char>(sequence.front());
    if (sequence.size() == 1) return byte < 0x20 || byte == 0x7F;
    return byte == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;  // C1 controls
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before;  // the row of i − 2
    std::vector<std::size_t> last(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
            const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(last, std::move(row));
    }
    return last[b.size()];
}

}  // namespace

std::string_view to_string(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

std::size_t utf8_length(std::string_view bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (bytes.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (!continues_code_point(bytes[i])) return 0;
    }
    // Overlong encodings, surrogates, and code points beyond U+10FFFF.
    const bool wrong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                       (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
    return wrong ? 0 : length;
}

void Diagnostics::error(std::uint32_t line, std::size_t offset, std::string message) {
    list_.push_back({line, offset, std::move(message)});
}

void Diagnostics::warning(std::uint32_t line, std::size_t offset, std::string message, std::string id) {
    list_.push_back({line, offset, std::move(message), Severity::warning, std::move(id)});
}

void Diagnostics::sort() {
    std::ranges::stable_sort(list_, [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.line, a.offset) < std::pair(b.line, b.offset);
    });
}

std::vector<std::string_view> lines_of(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t column_of(std::string_view line, std::size_t offset) {
    const std::string_view before = line.substr(0, std::min(offset, line.size()));
    return 1 + before.size() - static_cast<std::size_t>(std::ranges::count_if(before, continues_code_point));
}

std::string shown(std::string_view bytes, std::size_t limit) {
    std::string text;
    for (std::size_t count = 0; !bytes.empty(); ++count) {
        if (count == limit) return text + "…";
        const std::size_t length = utf8_length(bytes);
        const std::string_view sequence = bytes.substr(0, std::max<std::size_t>(length, 1));
        if (sequence == "\t") {
            text += ' ';
        } else if (length == 0 || is_control(sequence)) {
            text += '?';
        } else {
            text += sequence;
        }
        bytes.remove_prefix(sequence.size());
    }
    return text;
}

std::size_t offset_of(std::string_view line, std::size_t column) {
    std::size_t offset = 0;
    for (; offset < line.size(); ++offset) {
        if (!continues_code_point(line[offset]) && --column == 0) break;
    }
    return offset;
}

std::string excerpt(std::string_view line, std::size_t offset) {
    std::size_t begin = offset > kContextBefore ? offset - kContextBefore : 0;
    while (begin > 0 && begin < line.size() && continues_code_point(line[begin])) --begin;
    const std::string before = shown(line.substr(begin, offset - begin), line.size());
    const std::string after = shown(line.substr(offset), kContextAfter);
    const std::string_view ellipsis = begin > 0 ? "…" : "";
    const std::size_t indent = column_of(before, before.size()) - 1 + (begin > 0 ? 1 : 0);
    return fmt::format("    {}{}{}\n    {}^\n", ellipsis, before, after, std::string(indent, ' '));
}

std::string render(std::string_view file, std::span<const std::string_view> lines,
                   const Diagnostics& diagnostics) {
    std::string text;
    const auto& list = diagnostics.list();
    for (std::size_t i = 0; i < std::min(list.size(), Diagnostics::kMaxShown); ++i) {
        const Diagnostic& d = list[i];
        const std::string what = fmt::format("{}: {}{}", to_string(d.severity), d.message,
                                             d.id.empty() ? "" : fmt::format(" [{}]", d.id));
        if (d.line == 0) {
            text += fmt::format("{}: {}\n", file, what);
            continue;
        }
        const std::string_view line = d.line <= lines.size() ? lines[d.line - 1] : std::string_view();
        const std::size_t offset = std::min(d.offset, line.size());
        text += fmt::format("{}:{}:{}: {}\n", file, d.line, column_of(line, offset), what);
        text += excerpt(line, offset);
    }
    if (list.size() > Diagnostics::kMaxShown) {
        const std::string_view kind = to_string(list.back().severity);
        text +=
            fmt::format("{0}: {1}: and {2} more {1}s\n", file, kind, list.size() - Diagnostics::kMaxShown);
    }
    return text;
}

TextErrors report_errors(std::string_view file, std::span<const std::string_view> lines,
                         const Diagnostics& diagnostics) {
    TextErrors errors{render(file, lines, diagnostics), {}};
    const auto& list = diagnostics.list();
    for (std::size_t i = 0; i < std::min(list.size(), Diagnostics::kMaxShown); ++i) {
        const Diagnostic& d = list[i];
        const std::string_view line =
            d.line != 0 && d.line <= lines.size() ? lines[d.line - 1] : std::string_view();
        const std::size_t column = d.line == 0 ? 0 : column_of(line, d.offset);
        errors.list.push_back({std::string(file), d.line, static_cast<std::uint32_t>(column), d.message});
    }
    if (list.size() > Diagnostics::kMaxShown) {
        errors.list.push_back({std::string(file), 0, 0,
                               fmt::format("and {} more errors", list.size() - Diagnostics::kMaxShown)});
    }
    return errors;
}

std::string display_name(std::string_view file) {
    return file == "-" ? "<stdin>" : shown(file, file.size());
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    if (word.size() > 64) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3 + 1);
    for (const std::string_view candidate : candidates) {
        if (word.size() >= candidate.size() + least || candidate.size() >= word.size() + least) continue;
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < least && distance < candidate.size()) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view best = nearest(word, candidates);
    return best.empty() ? std::string() : fmt::format("; did you mean '{}'?", best);
}

std::string counted(std::uint64_t n, std::string_view thing) {
    return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace musimd
