#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "isa/user_instruction.hpp"
#include "semantics/observer.hpp"
#include "views/lanes/lanes_view.hpp"

// What is printed and counted of a run, for a function that repeats the run with an observer.

namespace musimd::python {

using Repeat = std::function<void(Observer&)>;

/// How often each user instruction was executed, by its name.
class UserCounts final : public Observer {
  public:
    void on_step(const StepEvent& event) override {
        if (const UserInstruction* const user = user_instruction_of(event.instruction()))
            ++counts[user->name];
    }
    std::map<std::string, std::uint64_t> counts;
};

/// As `musimd run --lanes`.
std::string lanes_text(const Program& program, const Repeat& repeat, const views::LanesView::PlaceOf& places,
                       std::size_t width, std::uint32_t warp);

/// As `musimd run --trace`, its first lines.
std::string trace_text(const Repeat& repeat, std::size_t most_lines);

}  // namespace musimd::python
