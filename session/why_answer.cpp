// why {thread} or {variable, thread} or {address}, each with {warp?}

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "session/requests.hpp"

namespace musimd::web {
namespace {

Json answer_of(const Session& session, const debugger::WhyText& why) {
    Json text = Json::array();
    for (const debugger::WhyLine& line : why.lines)
        text.push_back(std::string(2 * line.depth, ' ') + line.text);
    std::set<std::uint32_t> lines;
    for (const Label pc : why.instructions)
        if (const std::uint32_t line = session.line_of(pc); line != 0) lines.insert(line);
    const std::set<std::uint64_t> steps(why.steps.begin(), why.steps.end());
    return {{"text", text}, {"steps", steps}, {"lines", lines}};
}

}  // namespace

Json why_answer(const Json& request, const Session& session) {
    const Program& program = session.program();
    if (const auto address = number_in(request, "address")) {
        if (*address > INT64_MAX) return error(fmt::format("why: {} is not an address", *address));
        const auto reason = debugger::why_word(session.history(), static_cast<std::int64_t>(*address));
        return answer_of(session, debugger::text_of(reason, session.names()));
    }
    const auto thread = number_in(request, "thread");
    if (!thread) return error("why: expected a thread, a variable of a thread, or an address");
    const std::uint64_t warp =
        number_in(request, "warp").value_or(session.now().machine().warp(session.now().current()).number);
    if (warp >= program.warps) return error(fmt::format("why: warp {} does not exist", warp));
    const auto w = static_cast<std::uint32_t>(warp);
    if (*thread >= program.lanes_of(w)) return error(fmt::format("why: thread {} does not exist", *thread));
    const auto t = static_cast<Thread>(*thread);
    const auto variable = text_in(request, "variable");
    if (!variable) {
        const auto reason = debugger::why_thread(session.history(), {w, t});
        return answer_of(session, debugger::text_of(reason, w, t, session.names()));
    }
    const auto found = std::ranges::find(program.variables, *variable);
    if (found == program.variables.end()) return error(fmt::format("why: '{}' is not a variable", *variable));
    const auto reason = debugger::why_variable(session.history(), {w, t},
                                               static_cast<Variable>(found - program.variables.begin()));
    return answer_of(session, debugger::text_of(reason, session.names()));
}

}  // namespace musimd::web
