#pragma once

#include <histedit.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/debugger/session.hpp"

namespace musimd::cli {

/// The debugger's command line on a terminal: editing, history and completion by libedit. The history is kept
/// in $XDG_STATE_HOME/musimd/debug_history, if that can be written.
class DebugEditor {
  public:
    explicit DebugEditor(const DebugSession& session);
    ~DebugEditor();
    DebugEditor(const DebugEditor&) = delete;
    DebugEditor& operator=(const DebugEditor&) = delete;

    /// The next line, or nothing at the end of the input.
    std::optional<std::string> read();

  private:
    struct EndEditor {
        void operator()(EditLine* editor) const { el_end(editor); }
    };
    struct EndHistory {
        void operator()(History* history) const { history_end(history); }
    };

    static unsigned char complete(EditLine* editor, int);
    static unsigned char cancel(EditLine* editor, int);

    const DebugSession& session_;
    std::unique_ptr<EditLine, EndEditor> editor_;
    std::unique_ptr<History, EndHistory> history_;
    HistEvent event_{};
    std::string history_file_;  ///< empty: not kept
};

}  // namespace musimd::cli
