#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/explore/explorer.hpp"

namespace musimd::cli {

/// What an exploration found, as text: of several results that stopped, only what differs between them.
/// `options` are the exploration's options; `text` is the text of the program's file.
void report(const explore::Exploration& explored, const Program& program, const MachineOptions& options,
            std::string_view file, std::string_view text, const std::function<void(std::string_view)>& write);

/// The same as one JSON object (docs/interfaces.md).
void write_json(const explore::Exploration& explored, const Program& program,
                const std::function<void(std::string_view)>& write);

/// Which results of the explorations of a program, under lockstep and under volta, occur under one model
/// only: numbers of results, from 0.
struct Differences {
    Differences(const explore::Exploration& lockstep, const explore::Exploration& volta,
                const Program& program);

    std::vector<std::size_t> only_lockstep;
    std::vector<std::size_t> only_volta;

    bool empty() const { return only_lockstep.empty() && only_volta.empty(); }
};

/// That the results depend on lock step, with an example of a result and its schedule, or that they do not.
std::string render(const Differences& differences, const explore::Exploration& lockstep,
                   const explore::Exploration& volta, std::string_view file, std::string_view text);

}  // namespace musimd::cli
