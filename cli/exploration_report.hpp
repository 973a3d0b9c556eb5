#pragma once

#include <functional>
#include <string_view>

#include "simulator/explore/explorer.hpp"

namespace musimd::cli {

/// What an exploration found, as text: of several results that stopped, only what differs between them.
/// `options` are the exploration's options; `text` is the text of the program's file.
void report(const explore::Exploration& explored, const Program& program, const MachineOptions& options,
            std::string_view file, std::string_view text, const std::function<void(std::string_view)>& write);

/// The same as one JSON object (docs/interfaces.md).
void write_json(const explore::Exploration& explored, const Program& program,
                const std::function<void(std::string_view)>& write);

}  // namespace musimd::cli
