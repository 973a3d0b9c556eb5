#include "cli/debugger/editor.hpp"

#include <fmt/format.h>
#include <langinfo.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "cli/debugger/commands.hpp"
#include "host/environment.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxHistory = 1000;

char prompt_text[] = "(musimd) ";
char* prompt_of(EditLine*) {
    return prompt_text;
}

// The file of the history, in a folder that exists; empty if that cannot be created.
std::string file_of_history() {
    const std::string state = host::environment("XDG_STATE_HOME");
    const std::string home = host::environment("HOME");
    if (state.empty() && home.empty()) return {};
    const fs::path folder = (state.empty() ? fs::path(home) / ".local/state" : fs::path(state)) / "musimd";
    std::error_code error;
    if (state.empty() && !fs::is_directory(home, error)) return {};  // a home folder is not ours to create
    fs::create_directories(folder, error);
    return error ? std::string() : (folder / "debug_history").string();
}

std::string common_beginning(const std::vector<std::string>& words) {
    std::string common = words.front();
    for (const std::string& word : words) {
        const auto end = std::ranges::mismatch(common, word).in1;
        common.erase(end, common.end());
    }
    return common;
}

}  // namespace

DebugEditor::DebugEditor(const DebugSession& session) : session_(session) {
    std::setlocale(LC_CTYPE, "");
    if (std::string_view(nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
    editor_.reset(el_init("musimd", stdin, stdout, stderr));
    history_.reset(history_init());
    history(history_.get(), &event_, H_SETSIZE, kMaxHistory);
    history(history_.get(), &event_, H_SETUNIQUE, 1);
    history_file_ = file_of_history();
    if (!history_file_.empty()) history(history_.get(), &event_, H_LOAD, history_file_.c_str());
    EditLine* const editor = editor_.get();
    el_set(editor, EL_CLIENTDATA, this);
    el_set(editor, EL_PROMPT, &prompt_of);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, &::history, history_.get());
    el_set(editor, EL_ADDFN, "complete", "complete a word", &DebugEditor::complete);
    el_set(editor, EL_ADDFN, "cancel", "discard the line", &DebugEditor::cancel);
    el_set(editor, EL_BIND, "^I", "complete", nullptr);
    el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // Ctrl-C is a character while a line is edited.
    el_set(editor, EL_SETTY, "-d", "-isig", nullptr);
    el_set(editor, EL_BIND, "^C", "cancel", nullptr);
}

DebugEditor::~DebugEditor() {
    if (!history_file_.empty()) history(history_.get(), &event_, H_SAVE, history_file_.c_str());
}

std::optional<std::string> DebugEditor::read() {
    int count = 0;
    const char* const line = el_gets(editor_.get(), &count);
    if (line == nullptr || count <= 0) {
        std::cout << '\n';
        return std::nullopt;
    }
    std::string text(line);
    text.erase(text.find_last_not_of("\r\n") + 1);
    if (text.find_first_not_of(" \t") != std::string::npos)
        history(history_.get(), &event_, H_ENTER, text.c_str());
    return text;
}

unsigned char DebugEditor::complete(EditLine* editor, int) {
    DebugEditor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    const LineInfo* const info = el_line(editor);
    const std::string_view line(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    const DebugCompletions found = debug_completions(line, self->session_);
    if (found.words.empty()) return CC_REFRESH_BEEP;
    std::string more = common_beginning(found.words).substr(found.typed);
    if (found.words.size() == 1) more += " ";
    if (!more.empty()) return el_insertstr(editor, more.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    std::string list = "\n";
    for (const std::string& word : found.words) list += word + "  ";
    std::cout << list << "\n" << std::flush;
    return CC_REDISPLAY;
}

unsigned char DebugEditor::cancel(EditLine* editor, int) {
    std::cout << "^C\n" << std::flush;
    const LineInfo* const info = el_line(editor);
    el_cursor(editor, static_cast<int>(info->lastchar - info->cursor));
    el_deletestr(editor, static_cast<int>(info->lastchar - info->buffer));
    return CC_REDISPLAY;
}

}  // namespace musimd::cli
