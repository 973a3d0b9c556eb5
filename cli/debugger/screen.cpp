// The debugger's full-screen view: source, lanes, Π, Λ and variables, on ncurses.

#include "cli/debugger/screen.hpp"

#include <fmt/format.h>
#include <langinfo.h>

#include <algorithm>
#include <clocale>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command/terminal.hpp"
#include "cli/debugger/commands.hpp"
#include "cli/debugger/screen_rows.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/observers/trace.hpp"
#include "views/lanes/strip.hpp"
#include "views/text_columns.hpp"

// ncurses defines macros with common names: it comes last.
#include <curses.h>

namespace musimd::cli {
namespace {

constexpr std::string_view kKeys = "s step  b back  n next  u until  r run  R reverse  : command  q leave";
constexpr int kOutputLines = 8;  // of the last command, at most
constexpr int kRoomyLines = 16;  // of a terminal that has room for lane numbers and a timeline

/// Begins and ends the mode of the terminal.
class CursesMode {
  public:
    CursesMode() {
        std::setlocale(LC_CTYPE, "");
        if (std::string_view(nl_langinfo(CODESET)) != "UTF-8") std::setlocale(LC_CTYPE, "C.UTF-8");
        std::cout.flush();
        initscr();
        cbreak();
        noecho();
        keypad(stdscr, TRUE);
        curs_set(0);
        set_escdelay(25);
    }
    ~CursesMode() { endwin(); }
    CursesMode(const CursesMode&) = delete;
    CursesMode& operator=(const CursesMode&) = delete;
};

class DebugScreen {
  public:
    explicit DebugScreen(DebugSession& session) : session_(session) {}

    void run() {
        while (!session_.wants_quit) {
            draw();
            const int key = getch();
            if (key == ERR && !take_debug_interrupt()) break;  // the terminal has gone
            if (key == 'q' || key == 27) break;
            take(key);
        }
    }

  private:
    // ---- keys

    void take(int key) {
        switch (key) {
            case KEY_RIGHT:
            case KEY_DOWN:
            case 's':
                return command("step");
            case KEY_LEFT:
            case KEY_UP:
            case 'b':
                return command("back");
            case KEY_NPAGE:
                return command("step 10");
            case KEY_PPAGE:
                return command("back 10");
            case KEY_HOME:
                return command("goto 1");
            case KEY_END:
                return command("goto end");
            case 'n':
                return command("next");
            case 'u':
                return command("until");
            case 'r':
                return command("run");
            case 'R':
                return command("reverse");
            case ':':
                return read_command();
            case KEY_RESIZE:
            case ERR:
            default:
                return;
        }
    }

    void command(const std::string& line) {
        output_.clear();
        session_.write_to([this](std::string_view text) { output_ += text; }, columns(), false);
        session_.begin_command();
        take_debug_interrupt();
        try {
            if (const DebugAction action = read_debug_line(line, session_)) action(session_);
        } catch (const debugger::SyntaxError& error) {
            output_ = "error: " + error.message;
        } catch (const DebugFailure& failure) {
            output_ = "error: " + failure.message;
        }
        session_.wants_view = false;
    }

    // A line after `:`; Escape discards it.
    void read_command() {
        std::string line;
        while (true) {
            put(LINES - 1, 0, ":" + line + "_", A_BOLD);
            refresh();
            const int key = getch();
            if (key == 27 || key == ERR) return;
            if (key == '\n' || key == KEY_ENTER) break;
            if ((key == KEY_BACKSPACE || key == 127 || key == 8) && !line.empty()) line.pop_back();
            if (32 <= key && key < 127) line += static_cast<char>(key);
        }
        if (!line.empty()) command(line);
    }

    // ---- the screen

    static std::size_t columns() { return static_cast<std::size_t>(std::max(COLS, 1)); }

    // The beginning of a text as a line of the screen; the rest of the line becomes blank.
    static void put(int row, int column, const std::string& text, attr_t attributes = A_NORMAL) {
        if (row < 0 || row >= LINES || column >= COLS) return;
        const std::size_t room = columns() - static_cast<std::size_t>(column);
        attrset(attributes);
        mvaddstr(row, column, views::fitted(shown(text, 10'000), room).c_str());
        attrset(A_NORMAL);
    }

    void draw() {
        erase();
        const std::vector<std::string> output = output_lines();
        const int bottom = LINES - 1 - static_cast<int>(output.size());
        int row = 0;
        put(row++, 0, title(), A_REVERSE);
        const bool is_roomy = LINES >= kRoomyLines;
        const std::size_t for_lanes = columns() - std::min<std::size_t>(columns(), 7);
        const bool has_ruler = is_roomy && session_.program().threads <= for_lanes;
        if (has_ruler) put(row++, 0, "      " + lane_ruler(session_.program().threads), A_DIM);
        put(row++, 0, "lanes " + session_.strip(for_lanes), A_BOLD);
        if (is_roomy) put(row++, 0, "steps " + timeline_row(session_, for_lanes));
        put(row++, 0,
            session_.groups() != nullptr ? "G " + to_string(*session_.groups()) : "Π " + stack_row(session_));
        put(row++, 0, "Λ " + context_row(session_));
        const std::vector<VariableRow> variables = variable_rows(session_, columns() / 2);
        const int left = std::max(bottom - row, 0);
        const int for_source = std::max(left - static_cast<int>(variables.size()) - 1, left / 2);
        draw_source(row, std::min(for_source, left));
        row += for_source;
        if (row < bottom) put(row++, 0, std::string(columns(), '-'), A_DIM);
        draw_variables(row, bottom, variables);
        for (std::size_t i = 0; i < output.size(); ++i)
            put(bottom + static_cast<int>(i), 0, output[i], A_BOLD);
        put(LINES - 1, 0, std::string(kKeys), A_REVERSE);
        refresh();
    }

    std::string title() const {
        const std::string warp =
            session_.program().warps == 1 ? "" : fmt::format(", warp {}", session_.warp().number);
        std::string_view end;
        if (session_.now().outcome() == Outcome::stop) end = ", stopped";
        if (session_.now().outcome() == Outcome::trap) end = ", trap";
        if (session_.now().outcome() == Outcome::limit) end = ", limit";
        return fmt::format("step {}{}{}  {}", session_.now().steps() + 1, warp, end, session_.source().name);
    }

    // The source around the next line, which is marked.
    void draw_source(int row, int count) {
        const std::vector<std::string_view> lines = lines_of(session_.source().text);
        const std::int64_t here = session_.line();
        const auto size = static_cast<std::int64_t>(lines.size());
        std::int64_t first = std::max<std::int64_t>(1, std::min(here - count / 2, size - count + 1));
        for (int i = 0; i < count && first <= size; ++i, ++first)
            put(row + i, 0,
                fmt::format("{} {:>4}  {}", first == here ? '>' : ' ', first,
                            lines[static_cast<std::size_t>(first - 1)]),
                first == here ? A_REVERSE : A_NORMAL);
    }

    // A row per variable, all columns of one width: what the last step changed is marked, and lanes that
    // sleep are dim.
    static void draw_variables(int row, int bottom, const std::vector<VariableRow>& variables) {
        std::size_t name = 0;
        std::size_t width = 1;
        for (const VariableRow& variable : variables) {
            name = std::max(name, variable.name.size());
            for (const VariableCell& cell : variable.cells) width = std::max(width, cell.text.size());
        }
        for (const VariableRow& variable : variables) {
            if (row >= bottom) return;
            put(row, 0, variable.name);
            for (std::size_t t = 0; t < variable.cells.size(); ++t) {
                const VariableCell& cell = variable.cells[t];
                const auto column = static_cast<int>(name + 1 + t * (width + 2));
                put(row, column, fmt::format(" {:>{}}{}", cell.text, width, cell.is_changed ? '*' : ' '),
                    cell.is_changed ? A_BOLD
                    : cell.sleeps   ? A_DIM
                                    : A_NORMAL);
            }
            ++row;
        }
    }

    std::vector<std::string> output_lines() const {
        std::vector<std::string> lines;
        for (const std::string_view line : lines_of(output_)) lines.emplace_back(line);
        while (!lines.empty() && lines.back().empty()) lines.pop_back();
        const auto most = static_cast<std::size_t>(std::clamp(LINES / 3, 1, kOutputLines));
        if (lines.size() > most) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(most), lines.end());
        return lines;
    }

    DebugSession& session_;
    std::string output_;  ///< of the last command
};

}  // namespace

void show_debug_screen(DebugSession& session) {
    {
        const CursesMode mode;
        DebugScreen(session).run();
    }
    session.write_to([](std::string_view text) { std::cout << text; }, debug_width(), shows_colour());
}

}  // namespace musimd::cli
