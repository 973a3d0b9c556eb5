#include "python/binding/observers.hpp"

#include <fmt/format.h>

#include "simulator/observers/trace.hpp"

namespace musimd::python {
namespace {

constexpr std::size_t kLeastWidth = 20;
constexpr std::size_t kMaxWidth = 10'000;

}  // namespace

std::string lanes_text(const Program& program, const Repeat& repeat, const views::LanesView::PlaceOf& places,
                       std::size_t width, std::uint32_t warp) {
    if (warp >= program.warps) throw pybind11::value_error(fmt::format("warp {} does not exist", warp));
    if (width < kLeastWidth || width > kMaxWidth) {
        throw pybind11::value_error(
            fmt::format("width is {}; expected {} … {}", width, kLeastWidth, kMaxWidth));
    }
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
