#include "kernels/lockstep/header_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "host/pattern.hpp"

namespace musimd::kernels::lockstep {
namespace {

/// A message, and the lines that belong to it: an excerpt of the text.
struct Message {
    std::string place;  ///< FILE:LINE:COLUMN
    std::string file;
    std::string severity;
    std::string text;
    std::string before = {};  ///< `In file included from …`
    std::string excerpt = {};
};

bool is_new_group(const Message& message) {
    return message.severity != "note";
}

std::optional<Message> message_of(const std::string& line) {
    // A line of a source may be long, which std::regex cannot have.
    static const host::Pattern kHead("((.+):\\d+:\\d+): (fatal error|error|warning|note): (.*)");
    constexpr std::size_t kLongest = 8'000;
    const auto found = line.size() <= kLongest ? kHead.match(line) : std::nullopt;
    if (!found) return std::nullopt;
    return Message{found->group(1), found->group(2), found->group(3), found->group(4)};
}

std::vector<Message> messages_of(const std::string& text) {
    std::vector<Message> result;
    std::string before;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (auto message = message_of(line)) {
            message->before = std::exchange(before, {});
            result.push_back(*std::move(message));
        } else if (line.starts_with("In file included from ") || result.empty()) {
            before += line + "\n";
        } else {
            result.back().excerpt += line + "\n";
        }
    }
    return result;
}

bool is_of_header(const Message& message) {
    return message.file.find("musimd-headers/pmacc/") != std::string::npos ||
           message.file.find("/pmacc/") != std::string::npos;
}

/// What the static_assert says, without its condition.
std::string own_words(const std::string& text) {
    static const host::Pattern kAssertion("static assertion failed[^:]*(?: requirement '[^']*')?: (.*)");
    const auto found = kAssertion.match(text);
    return found ? found->group(1) : text;
}

/// Of SameDomain<A, B>, in whose instantiation an error is.
std::string both_domains(const Message& note) {
    static const host::Pattern kDomain("IdxConfig<([^>]*)>");
    if (note.text.find("SameDomain<") == std::string::npos) return {};
    std::vector<std::string> domains;
    for (const host::Pattern::Match& domain : kDomain.search_all(note.text)) domains.push_back(domain.text());
    if (domains.size() != 2) return {};
    return fmt::format(": the variable's is {}, that of idx is {}", domains[0], domains[1]);
}

std::string text_of(const Message& message) {
    return fmt::format("{}{}: {}: {}\n{}", message.before, message.place, message.severity, message.text,
                       message.excerpt);
}

}  // namespace

std::string at_lines_of_user(const std::string& messages, const std::string& file) {
    const std::vector<Message> all = messages_of(messages);
    std::string result;
    std::set<std::string> known;
    for (auto group = all.begin(); group != all.end();) {
        const auto end = std::find_if(std::next(group), all.end(), is_new_group);
        const auto user = std::find_if(group, end, [&](const Message& m) { return m.file == file; });
        if (is_of_header(*group) && user != end) {
            const std::string text = own_words(group->text);
            if (known.insert(user->place + text).second) {
                std::string domains;
                for (auto note = group; note != end && domains.empty(); ++note) domains = both_domains(*note);
                result += fmt::format("{}: {}: {}{}\n{}", user->place, group->severity, text, domains,
                                      user->excerpt);
            }
        } else if (known.insert(group->place + group->text).second) {
            for (auto message = group; message != end; ++message) result += text_of(*message);
        }
        group = end;
    }
    return all.empty() ? messages : result;
}

}  // namespace musimd::kernels::lockstep
