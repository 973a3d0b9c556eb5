// make_mutants SOURCE OUT TABLE…: writes to the folder OUT the sources that the tables of mutants change,
// with every mutant in them, inactive until musimd::mutants::on is its number; and OUT/mutants.inc, their
// list. README.md describes the rows. A row that does not match the source is an error: the source has
// changed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Row {
    std::string engine, names, change, file, anchor, original, mutated, argument;
    int number = 0;
    int line = 0;
    std::size_t begin = 0, end = 0;  // of the replaced text, in the file
};

[[noreturn]] void fail(const std::string& table, int line, const std::string& what) {
    std::cerr << table << ":" << line << ": error: " << what << "\n";
    std::exit(1);
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        std::cerr << "error: cannot read " << path << "\n";
        std::exit(1);
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// Splits a line at the first two blanks.
std::pair<std::string, std::string> halves(const std::string& text) {
    const std::size_t at = text.find("  ");
    if (at == std::string::npos) return {text, ""};
    return {text.substr(0, at), text.substr(at + 2)};
}

// ---- tables

void read_line(Row& row, const std::string& line, std::string*& continued) {
    const auto start = [&](std::string& part) {
        part = line.size() > 2 ? line.substr(2) : "";
        continued = &part;
    };
    if (line.starts_with("in ")) {
        std::tie(row.file, row.anchor) = halves(line.substr(3));
    } else if (line.starts_with("- ")) {
        start(row.original);
    } else if (line.starts_with("+ ")) {
        start(row.mutated);
    } else if (line.starts_with("= ")) {
        start(row.argument);
    } else if (continued != nullptr) {
        *continued += "\n" + line;
    } else {
        std::tie(row.names, row.change) = halves(line);
    }
}

std::vector<Row> read_table(const std::string& table) {
    std::vector<Row> rows;
    std::istringstream lines(read_file(table));
    std::string* continued = nullptr;
    bool inside = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) {
            inside = false;
            continue;
        }
        if (!inside) {
            rows.push_back({});
            rows.back().engine = fs::path(table).stem();
            rows.back().line = number;
            continued = nullptr;
            inside = true;
        }
        read_line(rows.back(), line, continued);
    }
    for (const Row& row : rows) {
        if (row.names.empty() || row.change.empty() || row.file.empty() || row.original.empty() ||
            row.mutated.empty())
            fail(table, row.line, "expected NAMES  CHANGE, then lines that begin with 'in ', '- ' and '+ '");
    }
    return rows;
}

// ---- finding the originals

// The text between the marks ⟦ and ⟧ is replaced, or all of the original if it has none.
void find_original(Row& row, const std::string& source, const std::string& table) {
    static const std::string open = "⟦";
    static const std::string close = "⟧";
    std::string text = row.original;
    std::size_t from = 0;
    std::size_t to = text.size();
    if (const std::size_t mark = text.find(open); mark != std::string::npos) {
        text.erase(mark, open.size());
        from = mark;
        to = text.find(close);
        if (to == std::string::npos) fail(table, row.line, "a mark ⟦ without its ⟧");
        text.erase(to, close.size());
    }
    const std::size_t anchor = source.find(row.anchor);
    if (anchor == std::string::npos) fail(table, row.line, row.file + " has no '" + row.anchor + "'");
    const std::size_t at = source.find(text, anchor);
    if (at == std::string::npos)
        fail(table, row.line, row.file + " has no '" + text + "' after '" + row.anchor + "'");
    row.begin = at + from;
    row.end = at + to;
}

// ---- mutated sources

bool is_statement(const std::string& text) {
    return text.ends_with(';') || text.ends_with('}');
}

// The text of [begin, end) with the mutants `rows`, which are inside of it, the outermost first.
std::string with_mutants(const std::string& source, std::size_t begin, std::size_t end,
                         const std::vector<const Row*>& rows) {
    std::string text;
    std::size_t at = begin;
    for (std::size_t i = 0; i < rows.size();) {
        const Row& outer = *rows[i];
        std::vector<const Row*> inner;
        for (++i; i < rows.size() && rows[i]->begin < outer.end; ++i) {
            if (rows[i]->end > outer.end)
                fail(outer.engine, rows[i]->line, "overlaps the row of line " + std::to_string(outer.line));
            inner.push_back(rows[i]);
        }
        text += source.substr(at, outer.begin - at);
        const std::string original = with_mutants(source, outer.begin, outer.end, inner);
        const std::string asked = "::musimd::mutants::on == " + std::to_string(outer.number);
        if (is_statement(source.substr(outer.begin, outer.end - outer.begin))) {
            text += "if (" + asked + ") { " + outer.mutated + " } else { " + original + " }";
        } else {
            text += "(" + asked + " ? (" + outer.mutated + ") : (" + original + "))";
        }
        at = outer.end;
    }
    return text + source.substr(at, end - at);
}

void write_file(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::string quoted(const std::string& text) {
    return "R\"~(" + text + ")~\"";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: make_mutants SOURCE OUT TABLE...\n";
        return 2;
    }
    const fs::path source_folder = argv[1];
    const fs::path out = argv[2];
    std::vector<Row> rows;
    std::map<std::string, std::string> sources;
    for (int i = 3; i < argc; ++i) {
        for (Row& row : read_table(argv[i])) {
            row.number = static_cast<int>(rows.size()) + 1;
            if (!sources.contains(row.file)) sources[row.file] = read_file(source_folder / row.file);
            find_original(row, sources[row.file], argv[i]);
            rows.push_back(std::move(row));
        }
    }

    std::string list;
    for (const Row& row : rows) {
        list += "{" + std::to_string(row.number) + ", " + quoted(row.engine) + ", " + quoted(row.names) +
                ", " + quoted(row.change) + ", " + quoted(row.argument) + "},\n";
    }
    write_file(out / "mutants.inc", list);

    for (const auto& [file, source] : sources) {
        std::vector<const Row*> here;
        for (const Row& row : rows) {
            if (row.file == file) here.push_back(&row);
        }
        std::ranges::stable_sort(here, [](const Row* a, const Row* b) {
            return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
        });
        write_file(out / file, "#line 1 \"" + file + "\"\n" + with_mutants(source, 0, source.size(), here));
    }
}
