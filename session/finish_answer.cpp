// finish {max_steps?, statistics?}

#include <nlohmann/json.hpp>

#include "semantics/machine.hpp"
#include "session/requests.hpp"
#include "simulator/result_json.hpp"

namespace musimd::web {

std::string finish_answer(const Json& request, const Session& session) {
    MachineOptions options = session.options();
    if (const auto most = number_in(request, "max_steps")) options.max_steps = *most;
    constexpr std::int64_t kSegment = 32;
    StatisticsObserver statistics(session.program(), kSegment, options.max_address);
    const auto wanted = request.find("statistics");
    const bool counts = wanted != request.end() && *wanted == true;
    const Result result = run_rules(session.program(), options, counts ? &statistics : nullptr);
    const std::optional<Endless> endless = why_endless(session.program(), options, result);
    std::string text = "{\"result\": ";
    write_json(
        result, session.program(), counts ? &statistics.statistics() : nullptr,
        [&](std::string_view piece) { text += piece; }, {}, nullptr, endless ? &*endless : nullptr);
    return text + "}";
}

}  // namespace musimd::web
