#include "checking/grading/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "checking/grading/answer.hpp"
#include "isa/instruction.hpp"
#include "isa/reader.hpp"

namespace musimd::grading {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kMembers[] = {"title", "task",     "hints",  "uses",     "avoids",
                                         "check", "tempting", "inputs", "mistakes", "vary"};
constexpr std::string_view kVaryMembers[] = {"from", "count", "least", "most"};
constexpr std::string_view kInputMembers[] = {"name", "directives"};
constexpr std::string_view kMistakeMembers[] = {"id", "say", "input", "when", "lacks", "uses", "check"};

/// Reads members of JSON objects and keeps the first error.
class MemberReader {
  public:
    const std::string& error() const { return error_; }
    bool ok() const { return error_.empty(); }
    void fail(std::string message) {
        if (ok()) error_ = std::move(message);
    }

    /// False if it is not an object; an unknown member is an error.
    bool object(const Json& json, const std::string& where, std::span<const std::string_view> members) {
        if (!json.is_object()) {
            fail(fmt::format("{}: expected an object", where));
            return false;
        }
        for (const auto& item : json.items()) {
            if (std::ranges::find(members, item.key()) == members.end())
                fail(fmt::format("{}: unknown member '{}'{}", where, item.key(),
                                 did_you_mean(item.key(), members)));
        }
        return ok();
    }

    std::string text(const Json& json, const std::string& where, const char* name, bool required) {
        const auto member = json.find(name);
        if (member == json.end()) {
            if (required) fail(fmt::format("{}: expected the member '{}'", where, name));
            return {};
        }
        if (!member->is_string()) {
            fail(fmt::format("{}: '{}' must be a string", where, name));
            return {};
        }
        return member->get<std::string>();
    }

    std::vector<std::string> texts(const Json& json, const std::string& where, const char* name,
                                   bool required) {
        const auto member = json.find(name);
        std::vector<std::string> list;
        if (member == json.end()) {
            if (required) fail(fmt::format("{}: expected the member '{}'", where, name));
            return list;
        }
        const bool is_list = member->is_array() &&
                             std::ranges::all_of(*member, [](const Json& one) { return one.is_string(); });
        if (!is_list) {
            fail(fmt::format("{}: '{}' must be a list of strings", where, name));
            return list;
        }
        for (const Json& one : *member) list.push_back(one.get<std::string>());
        return list;
    }

    bool flag(const Json& json, const std::string& where, const char* name, bool usual) {
        const auto member = json.find(name);
        if (member == json.end()) return usual;
        if (!member->is_boolean()) fail(fmt::format("{}: '{}' must be true or false", where, name));
        return member->is_boolean() ? member->get<bool>() : usual;
    }

    std::int64_t integer(const Json& json, const std::string& where, const char* name) {
        const auto member = json.find(name);
        if (member != json.end() && member->is_number_integer()) return member->get<std::int64_t>();
        fail(fmt::format("{}: '{}' must be an integer", where, name));
        return 0;
    }

    /// The elements of a member that is a list of objects.
    std::vector<Json> list(const Json& json, const char* name) {
        const auto member = json.find(name);
        if (member == json.end()) return {};
        if (!member->is_array()) {
            fail(fmt::format("'{}' must be a list", name));
            return {};
        }
        return {member->begin(), member->end()};
    }

  private:
    std::string error_;
};

std::string joined(const std::vector<std::string>& lines) {
    return fmt::format("{}", fmt::join(lines, "\n"));
}

void check_instructions(const std::vector<std::string>& names, const std::string& where,
                        MemberReader& reader) {
    for (const std::string& name : names) {
        if (!name.empty() && !is_instruction(name))
            reader.fail(fmt::format("{}: '{}' is not the name of an instruction, as in `by_instruction`",
                                    where, name));
    }
}

/// Directives, and nothing else, that can be read.
void check_directives(const std::vector<std::string>& lines, const std::string& where, MemberReader& reader) {
    for (const std::string& line : lines) {
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line[begin] != '.' || line.find('\n') != std::string::npos)
            reader.fail(fmt::format("{}: expected one directive, got '{}'", where, line));
    }
    if (!reader.ok()) return;
    const ReadResult read = read_program(with_directives("        stop\n", lines), where + ".asm");
    if (!read)
        reader.fail(fmt::format("{}: {}: {}", where,
                                lines[std::min<std::size_t>(read.list[0].line - 2, lines.size() - 1)],
                                read.list[0].message));
}

Input read_input(const Json& json, std::size_t number, MemberReader& reader) {
    const std::string where = fmt::format("inputs[{}]", number);
    if (!reader.object(json, where, kInputMembers)) return {};
    Input input{reader.text(json, where, "name", true), reader.texts(json, where, "directives", true)};
    if (reader.ok()) check_directives(input.directives, where, reader);
    return input;
}

Mistake read_mistake(const Json& json, std::size_t number, const Exercise& exercise, MemberReader& reader) {
    const std::string where = fmt::format("mistakes[{}]", number);
    if (!reader.object(json, where, kMistakeMembers)) return {};
    Mistake mistake{reader.text(json, where, "id", true),     reader.text(json, where, "say", true),
                    reader.text(json, where, "input", false), reader.texts(json, where, "when", false),
                    reader.text(json, where, "lacks", false), reader.text(json, where, "uses", false),
                    reader.flag(json, where, "check", false)};
    check_instructions({mistake.lacks, mistake.uses}, where, reader);
    if (reader.ok()) check_directives(mistake.when, where, reader);
    if (!mistake.input.empty() &&
        std::ranges::find(exercise.inputs, mistake.input, &Input::name) == exercise.inputs.end())
        reader.fail(fmt::format("{}: no input has the name '{}'", where, mistake.input));
    return mistake;
}

/// `100`, `N` or `2N`.
Extent read_extent(const Json& json, const std::string& where, const char* name, MemberReader& reader) {
    std::string text = reader.text(json, where, name, true);
    const bool is_per_thread = text.ends_with('N');
    if (is_per_thread) text.pop_back();
    if (is_per_thread && text.empty()) text = "1";
    const bool is_number = !text.empty() && text.size() <= 6 &&
                           std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
    if (!is_number) {
        reader.fail(fmt::format("{}: '{}' must be a number such as \"100\", \"N\" or \"2N\"", where, name));
        return {};
    }
    const std::int64_t number = std::stol(text);
    return is_per_thread ? Extent{.words = 0, .per_thread = number}
                         : Extent{.words = number, .per_thread = 0};
}

Vary read_vary(const Json& json, std::size_t number, MemberReader& reader) {
    const std::string where = fmt::format("vary[{}]", number);
    if (!reader.object(json, where, kVaryMembers)) return {};
    const Vary vary{read_extent(json, where, "from", reader), read_extent(json, where, "count", reader),
                    reader.integer(json, where, "least"), reader.integer(json, where, "most")};
    if (reader.ok() && vary.least > vary.most)
        reader.fail(fmt::format("{}: 'least' is more than 'most'", where));
    return vary;
}

}  // namespace

tl::expected<Exercise, std::string> read_exercise(std::string_view json) {
    const Json parsed = Json::parse(json, nullptr, false);
    if (parsed.is_discarded()) return tl::unexpected(std::string("is not JSON"));
    MemberReader reader;
    if (!reader.object(parsed, "exercise", kMembers)) return tl::unexpected(reader.error());
    Exercise exercise;
    exercise.title = reader.text(parsed, "exercise", "title", true);
    exercise.task = joined(reader.texts(parsed, "exercise", "task", true));
    exercise.hints = reader.texts(parsed, "exercise", "hints", false);
    exercise.uses = reader.texts(parsed, "exercise", "uses", false);
    exercise.avoids = reader.texts(parsed, "exercise", "avoids", false);
    exercise.check = reader.flag(parsed, "exercise", "check", true);
    exercise.tempting = reader.text(parsed, "exercise", "tempting", false);
    check_instructions(exercise.uses, "uses", reader);
    check_instructions(exercise.avoids, "avoids", reader);
    for (const Json& input : reader.list(parsed, "inputs"))
        exercise.inputs.push_back(read_input(input, exercise.inputs.size(), reader));
    if (exercise.inputs.empty()) reader.fail("exercise: expected at least one of 'inputs'");
    for (const Json& mistake : reader.list(parsed, "mistakes"))
        exercise.mistakes.push_back(read_mistake(mistake, exercise.mistakes.size(), exercise, reader));
    for (const Json& vary : reader.list(parsed, "vary"))
        exercise.vary.push_back(read_vary(vary, exercise.vary.size(), reader));
    const bool is_known =
        exercise.tempting.empty() ||
        std::ranges::find(exercise.mistakes, exercise.tempting, &Mistake::id) != exercise.mistakes.end();
    if (!is_known) reader.fail(fmt::format("exercise: no mistake has the id '{}'", exercise.tempting));
    if (!reader.ok()) return tl::unexpected(reader.error());
    return exercise;
}

}  // namespace musimd::grading
