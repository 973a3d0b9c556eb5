#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace musimd::views {

/// A colour, `#rrggbb`.
using Colour = std::string;

/// What is between two colours: `share` of the second one, 0 … 1.
Colour mixed(const Colour& first, const Colour& second, double share);

/// The background of pictures, in light and in dark mode.
inline constexpr const char* kLightPage = "#ffffff";
inline constexpr const char* kDarkPage = "#0d1117";

/// A coordinate with at most one decimal.
std::string coordinate(double number);

/// The width of a character of text, in pixels; at most, as fonts differ.
inline constexpr double kCharacter = 7.3;

/// An SVG that needs nothing else: with its own stylesheet, for light and for dark mode. Coordinates are
/// pixels.
class Svg {
  public:
    /// The title and the description are for screen readers.
    Svg(std::string title, std::string description);

    /// A class of the stylesheet; without `dark`, it is the same in dark mode. A class that has been declared
    /// is not declared again.
    void style(const std::string& name, const std::string& light, const std::string& dark = "");

    /// Elements are drawn in the order of the calls. Classes are names, separated by blanks.
    void rect(std::string_view classes, double x, double y, double width, double height, double rounding = 0);
    void text(std::string_view classes, double x, double y, std::string_view text);
    /// Text that rises to the right from this point.
    void slanted(std::string_view classes, double x, double y, std::string_view text);
    /// The data are those of the attribute `d`; nothing is drawn if they are empty. `dashes`: of its stroke.
    void path(std::string_view classes, std::string_view data, std::string_view dashes = "");
    void begin_group(double x, double y);
    void end_group();

    /// The file.
    std::string finish(double width, double height) const;

  private:
    struct Rule {
        std::string name;
        std::string light;
        std::string dark;
    };

    std::string title_;
    std::string description_;
    std::vector<Rule> rules_;
    std::string body_;
};

}  // namespace musimd::views
