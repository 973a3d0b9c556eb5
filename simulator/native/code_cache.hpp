#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "isa/program.hpp"

namespace musimd::native {

/// The compiled programs: the one that was run last, for callers that run it many times, and those that were
/// prepared.
template <typename Code, typename Kind>
class CodeCache {
  public:
    /// The program's code of this kind; calls make() if it is not cached.
    template <typename Make>
    std::shared_ptr<const Code> of(const Program& program, const Kind& kind, const Make& make) {
        const std::scoped_lock lock(mutex_);
        const auto matches = [&](const Entry& entry) {
            return entry.kind == kind && entry.program == program;
        };
        if (last_ && matches(*last_)) return last_->code;
        const auto found = std::ranges::find_if(prepared_, matches);
        if (found != prepared_.end()) return found->code;
        last_ = {program, kind, std::make_shared<const Code>(make())};
        return last_->code;
    }

    /// Replaces those that were prepared before: programs, and code of this kind for each, or none.
    void prepare(std::span<const Program* const> programs, const Kind& kind, std::vector<Code> codes) {
        const std::scoped_lock lock(mutex_);
        prepared_.clear();
        for (std::size_t i = 0; i < codes.size(); ++i)
            prepared_.push_back({*programs[i], kind, std::make_shared<const Code>(std::move(codes[i]))});
    }

  private:
    struct Entry {
        Program program;
        Kind kind;
        std::shared_ptr<const Code> code;
    };
    std::mutex mutex_;
    std::optional<Entry> last_;
    std::vector<Entry> prepared_;
};

}  // namespace musimd::native
