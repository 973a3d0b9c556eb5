#include "session/requests.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "isa/json_text.hpp"
#include "simulator/endless/endless.hpp"
#include "simulator/result_json.hpp"

namespace musimd::web {
namespace {

Until until_in(const Json& request) {
    Until until;
    const auto member = request.find("until");
    if (member == request.end() || !member->is_object() || !member->contains("lines")) return until;
    const Json& list = member->at("lines");
    if (!list.is_array()) return until;
    for (const Json& line : list)
        if (line.is_number_unsigned()) until.lines.insert(line.get<std::uint32_t>());
    until.warp = number_in(*member, "warp");
    return until;
}

Json position_json(const Session& session) {
    return {{"step", session.position()}, {"ended", ended_json(session.now())}};
}

Json run_answer(const Json& request, Session& session) {
    const std::uint64_t steps = number_in(request, "steps").value_or(1);
    const auto back = request.find("back");
    const bool goes_back = back != request.end() && *back == true;
    const Until until = until_in(request);
    const Motion motion = goes_back ? session.back(steps, until) : session.forward(steps, until);
    Json answer = position_json(session);
    answer["broke"] = motion.broke;
    return answer;
}

Json go_to_answer(const Json& request, Session& session) {
    const auto step = number_in(request, "step");
    if (!step) return error("goto: expected the member step, a number");
    session.go_to(*step);
    return position_json(session);
}

std::string statistics_text(const Json&, Session& session) {
    return json_of(session.statistics(), session.program());
}

Json endless_answer(const Json&, const Session& session) {
    const auto found = why_endless(session.program(), session.options());
    if (!found) return {{"endless", nullptr}};
    return {{"endless",
             {{"message", found->text},
              {"waits", found->waits},
              {"steps", found->steps},
              {"position", found->position}}}};
}

template <Json (*Answer)(const Json&, const Session&)>
std::string text_of(const Json& request, Session& session) {
    return json_text(Answer(request, session));
}
template <Json (*Answer)(const Json&, Session&)>
std::string text_of(const Json& request, Session& session) {
    return json_text(Answer(request, session));
}
std::string finish_text(const Json& request, Session& session) {
    return finish_answer(request, session);
}

struct Row {
    std::string_view name;
    std::string (*answer)(const Json& request, Session& session);
};

/// The members of requests that are numbers.
constexpr const char* kNumbers[] = {"steps", "step", "warp", "thread",  "address",
                                    "first", "last", "upto", "segment", "max_steps"};

/// The name of a member that should be a number and is not, or is negative; null if all are right.
const char* wrong_number(const Json& request) {
    for (const char* name : kNumbers) {
        const auto member = request.find(name);
        if (member != request.end() && !member->is_null() && !member->is_number_unsigned()) return name;
    }
    return nullptr;
}

/// All but `load`, `grade` and `instructions`, which need no session.
constexpr Row kRows[] = {
    {"run", text_of<run_answer>},
    {"goto", text_of<go_to_answer>},
    {"state", text_of<state_answer>},
    {"why", text_of<why_answer>},
    {"lane_history", text_of<lane_history_answer>},
    {"steps", text_of<steps_answer>},
    {"statistics", statistics_text},
    {"timeline", text_of<timeline_answer>},
    {"memory_picture", text_of<memory_picture_answer>},
    {"finish", finish_text},
    {"endless", text_of<endless_answer>},
};

}  // namespace

std::string Requests::answer(std::string_view text) {
    const Json request = Json::parse(text, nullptr, false);
    const auto name = text_in(request, "do");
    if (!name) return json_text(error("expected a JSON object with the member do"));
    if (*name == "load") return json_text(load_answer(request, session_, unavailable_));
    if (*name == "grade") return grade_answer(request);
    if (*name == "instructions") return json_text(instructions_answer());
    for (const Row& row : kRows) {
        if (row.name != *name) continue;
        if (!unavailable_.empty()) return json_text(error(unavailable_));
        if (!session_) return json_text(error(fmt::format("{}: no program is loaded", *name)));
        if (const char* const wrong = wrong_number(request))
            return json_text(error(fmt::format("{}: {} must be a whole number, 0 or more", *name, wrong)));
        return row.answer(request, *session_);
    }
    if (const auto other = others_ == nullptr ? std::nullopt : others_(*name, request)) return *other;
    return json_text(error(fmt::format("'{}' is not a request", *name)));
}

std::optional<std::uint64_t> number_in(const Json& request, const char* name) {
    if (!request.is_object()) return std::nullopt;
    const auto member = request.find(name);
    if (member == request.end() || !member->is_number_unsigned()) return std::nullopt;
    return member->get<std::uint64_t>();
}

std::optional<std::string> text_in(const Json& request, const char* name) {
    if (!request.is_object()) return std::nullopt;
    const auto member = request.find(name);
    if (member == request.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
}

std::optional<std::vector<std::string>> texts_in(const Json& request, const char* name) {
    std::vector<std::string> list;
    const auto member = request.find(name);
    if (member == request.end() || member->is_null()) return list;
    if (!member->is_array()) return std::nullopt;
    for (const Json& one : *member) {
        if (!one.is_string()) return std::nullopt;
        list.push_back(one.get<std::string>());
    }
    return list;
}

Json error(std::string text) {
    return {{"error", std::move(text)}};
}

Json value_json(Value value) {
    constexpr Value kLargest = (Value{1} << 53) - 1;
    if (-kLargest <= value && value <= kLargest) return value;
    return std::to_string(value);
}

Json value_json(const Value* value) {
    return value == nullptr ? Json() : value_json(*value);
}

void append(Json& object, std::string name, Json value) {
    object.get_ref<Json::object_t&>().emplace_back(std::move(name), std::move(value));
}

Json ended_json(const debugger::Execution& execution) {
    return execution.outcome() ? Json(to_string(*execution.outcome())) : Json();
}

}  // namespace musimd::web
