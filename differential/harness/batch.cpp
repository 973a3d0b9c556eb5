#include "differential/harness/batch.hpp"

#include <algorithm>
#include <atomic>

#include "differential/harness/wire.hpp"
#include "host/shared.hpp"

namespace musimd::differential::harness {
namespace {

using Clock = std::chrono::steady_clock;

/// Whether a number that a child increments has been the same for too long.
class Watch {
  public:
    Watch(const std::atomic<std::size_t>& done, std::chrono::seconds longest)
        : done_(done), longest_(longest) {}

    bool has_stopped() {
        const std::size_t now = done_;
        if (now != last_) since_ = Clock::now();
        last_ = now;
        return Clock::now() - since_ > longest_;
    }

  private:
    const std::atomic<std::size_t>& done_;
    std::chrono::seconds longest_;
    std::size_t last_ = 0;
    Clock::time_point since_ = Clock::now();
};

class Batch {
  public:
    Batch(const std::function<std::string(std::size_t)>& work, std::chrono::seconds each)
        : work_(work), each_(each) {}

    void run(std::size_t first, std::size_t last) {
        if (first == last) return;
        const host::Shared<std::atomic<std::size_t>> done;
        Watch watch(*done.get(), each_);
        const auto all = [&](const host::Send& send) {
            for (std::size_t i = first; i < last; ++i) {
                Wire wire;
                wire.put(work_(i));
                send(std::move(wire).text());
                ++*done.get();
            }
        };
        host::ChildEnd end =
            host::in_sending_child(all, {std::chrono::hours(24), [&] { return watch.has_stopped(); }});
        // A child that ends badly after its last work is blamed on that.
        const std::size_t failing = end.ok() ? last : std::min(first + *done.get(), last - 1);
        WireReader reader(end.text);
        for (std::size_t i = first; i < failing; ++i) ends_.push_back({.text = reader.text()});
        if (end.ok()) return;
        if (end.kind == host::ChildEnd::Kind::cancelled) end.kind = host::ChildEnd::Kind::timed_out;
        ends_.push_back({.kind = end.kind, .status = end.status, .text = {}});
        run(failing + 1, last);
    }

    std::vector<host::ChildEnd> ends() && { return std::move(ends_); }

  private:
    const std::function<std::string(std::size_t)>& work_;
    std::chrono::seconds each_;
    std::vector<host::ChildEnd> ends_;
};

}  // namespace

std::vector<host::ChildEnd> run_batch(std::size_t count, const std::function<std::string(std::size_t)>& work,
                                      std::chrono::seconds each) {
    Batch batch(work, each);
    batch.run(0, count);
    return std::move(batch).ends();
}

}  // namespace musimd::differential::harness
