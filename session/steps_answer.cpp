// steps {first?, last?}

#include <algorithm>
#include <nlohmann/json.hpp>

#include "session/requests.hpp"

namespace musimd::web {
namespace {

/// So many are listed at once.
constexpr std::uint64_t kMostListed = 20'000;

/// Notes who executes what: a list of [line, threads, warp?] for each step; of a joint step, for each of its
/// machines.
class StepList final : public Observer {
  public:
    StepList(const Session& session, std::uint64_t first, std::uint64_t last)
        : session_(session), first_(first), last_(last) {}

    void on_step(const StepEvent& event) override {
        if (event.number < first_ || event.number > last_) return;
        Json one = {session_.line_of(event.pc), event.active.threads()};
        if (event.program.warps > 1) one.push_back(event.warp);
        if (steps.size() <= event.number - first_) steps.push_back(Json::array());
        steps.back().push_back(std::move(one));
    }

    Json steps = Json::array();

  private:
    const Session& session_;
    std::uint64_t first_;
    std::uint64_t last_;
};

}  // namespace

Json steps_answer(const Json& request, const Session& session) {
    const std::uint64_t first = std::max<std::uint64_t>(1, number_in(request, "first").value_or(1));
    const std::uint64_t last =
        std::min(number_in(request, "last").value_or(UINT64_MAX), first + kMostListed - 1);
    StepList list(session, first, last);
    const auto end = session.run_again(list, last);
    return {{"steps", std::move(list.steps)}, {"ended", end ? Json(to_string(*end)) : Json()}};
}

}  // namespace musimd::web
