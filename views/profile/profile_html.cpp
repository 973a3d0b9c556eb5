// The annotated source as a page.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "views/profile/profile_formats.hpp"
#include "views/profile/profile_rows.hpp"
#include "views/xml.hpp"

namespace musimd::views {
namespace {

constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --text: #1f2328; --page: #ffffff; --dim: #6e7781; --line: #d1d9e0;
        --head: #f6f8fa; --heat: 207 34 46; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --page: #0d1117; --dim: #7d8590; --line: #30363d; --head: #161b22; --heat: 248 81 73; }
}
body { margin: 2em auto; max-width: 76em; padding: 0 1em; color: var(--text); background: var(--page);
       font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2em; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1.2em; }
dt { font-weight: 600; } dd { margin: 0; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; }
th { background: var(--head); border-bottom: 1px solid var(--line); text-align: right; padding: .3em .7em; }
th:last-child, td:last-child { text-align: left; }
td { text-align: right; padding: 0 .7em; white-space: pre; font-variant-numeric: tabular-nums; }
td.number { border-left: 1px solid var(--line); }
tr.idle td { color: var(--dim); }
tr.file td { font-weight: 600; padding-top: .5em; }
tfoot td { border-top: 1px solid var(--line); font-weight: 600; padding-top: .3em; }
)css";

std::string cells_html(const ProfileCounts& counts) {
    std::string text;
    for (const std::string& cell : profile_cells(counts)) text += fmt::format("<td>{}</td>", cell);
    return text;
}

std::string row_html(const ProfileRow& row, const ProfileCounts& total) {
    const std::string idle = fmt::format("<tr class=\"idle\"><td colspan=\"{}\"></td>", kProfileColumns);
    if (row.left_out != 0)
        return fmt::format("{}<td class=\"number\">…</td><td>({} lines)</td></tr>\n", idle, row.left_out);
    const std::string source =
        fmt::format("<td class=\"number\">{}</td><td>{}</td></tr>\n",
                    row.line == 0 ? "" : std::to_string(row.line), escape_xml(row.text));
    if (!row.counts) return idle + source;
    // The square root shows also lines of a few percent.
    const double share =
        static_cast<double>(row.counts->steps) / static_cast<double>(std::max<std::uint64_t>(total.steps, 1));
    return fmt::format("<tr style=\"background: rgb(var(--heat) / {:.3f})\">{}{}", 0.6 * std::sqrt(share),
                       cells_html(*row.counts), source);
}

std::string rows_html(const ProfileTable& table, const ProfileCounts& total) {
    std::string text = fmt::format(
        "<tbody>\n<tr class=\"file\"><td colspan=\"{}\"></td><td class=\"number\"></td><td>{}</td></tr>\n",
        kProfileColumns, escape_xml(table.title));
    for (const ProfileRow& row : table.rows) text += row_html(row, total);
    return text + "</tbody>\n";
}

std::string kernel_html(const ProfiledKernel& kernel, const ProfileMemory& memory, bool has_heading) {
    std::string text;
    if (has_heading) text = fmt::format("<h2>{}</h2>\n", escape_xml(kernel.name));
    text += "<div class=\"wide\"><table>\n<thead><tr>";
    for (const ProfileColumn& column : profile_columns(memory))
        text += fmt::format("<th title=\"{}\">{}</th>", escape_xml(column.meaning), column.title);
    text += "<th>line</th><th>source</th></tr></thead>\n";
    const ProfileCounts total = kernel.total();
    for (const ProfileTable& table : profile_tables(kernel)) text += rows_html(table, total);
    return text + fmt::format(
                      "<tfoot><tr>{}<td class=\"number\"></td><td>total</td></tr></tfoot>\n"
                      "</table></div>\n",
                      cells_html(total));
}

}  // namespace

std::string profile_html(const Profile& profile, const std::string& title) {
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n"
        "</head>\n<body>\n<h1>{0}</h1>\n<dl>\n",
        escape_xml(title), kStyle);
    for (const ProfileColumn& column : profile_columns(profile.memory))
        text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", column.title, escape_xml(column.meaning));
    text += "</dl>\n";
    for (const ProfiledKernel& kernel : profile.kernels)
        text += kernel_html(kernel, profile.memory, profile.kernels.size() > 1);
    return text + "</body>\n</html>\n";
}

}  // namespace musimd::views
