#include "python/binding/observers.hpp"

#include "simulator/observers/trace.hpp"

namespace musimd::python {

std::string lanes_text(const Repeat& repeat, const views::LanesView::PlaceOf& places, std::size_t width,
                       std::uint32_t warp) {
    std::string text;
    views::LanesView view({.width = width, .warp = warp}, places,
                          [&](std::string_view piece) { text += piece; });
    repeat(view);
    view.finish();
    return text;
}

std::string trace_text(const Repeat& repeat, std::size_t most_lines) {
    std::string text;
    std::size_t lines = 0;
    Trace trace([&](const std::string& line) {
        if (lines < most_lines) text += line;
        ++lines;
    });
    repeat(trace);
    if (lines > most_lines) text += "… " + std::to_string(lines - most_lines) + " more\n";
    return text;
}

}  // namespace musimd::python
