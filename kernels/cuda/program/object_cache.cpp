#include "kernels/cuda/program/object_cache.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "host/cache.hpp"
#include "host/compiler.hpp"
#include "host/environment.hpp"
#include "host/files.hpp"
#include "host/process.hpp"

namespace musimd::kernels::cuda {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kFolder = "<headers>";  // in place of their folder's name

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// Identifies the source with everything but its headers.
std::string source_key(const ObjectRequest& request, const std::string& text) {
    std::error_code none;
    std::string how = fmt::format("{}\n{}\n{}\n{}\n{}", fmt::join(request.compiler, "\n"),
                                  host::version_of({request.compiler.front()}), request.source.string(),
                                  fs::current_path(none).string(), request.headers_key);
    for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
        how += "\n" + host::environment(variable);
    return host::Cache::key(text, replaced(how, request.headers.string(), kFolder));
}

/// The files that a rule of make names, `object: file file\⏎ file`, with `\ ` for a space.
std::vector<std::string> files_of_rule(const std::string& rule) {
    std::vector<std::string> files(1);
    std::size_t at = rule.find(": ");
    if (at == std::string::npos) return {};
    for (at += 2; at < rule.size(); ++at) {
        const char c = rule[at];
        const char next = at + 1 < rule.size() ? rule[at + 1] : '\n';
        if (c == '\\' && (next == ' ' || next == '#')) {
            files.back() += rule[++at];
        } else if (c == '$' && next == '$') {
            files.back() += rule[++at];
        } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
            if (!files.back().empty()) files.emplace_back();
        } else {
            files.back() += c;
        }
    }
    files.pop_back();
    return files;
}

std::string key_of_file(const std::string& file) {
    return host::Cache::key(host::read_file(file), "");
}

/// The headers that the compiler has read, with the key of each.
json headers_read(const ObjectRequest& request, const fs::path& rule) {
    json headers = json::object();
    for (const std::string& file : files_of_rule(host::read_file(rule))) {
        if (!file.starts_with(request.headers.string()) && file != request.source.string())
            headers[file] = key_of_file(file);
    }
    return headers;
}

/// The object of an earlier run; nothing if it has to be compiled.
std::optional<ObjectFile> take_kept(const ObjectRequest& request, const host::Cache& cache,
                                    const std::string& key) {
    const auto text = cache.read(key + ".json");
    if (!text) return std::nullopt;
    const json kept = json::parse(*text, nullptr, false);
    if (!kept.is_object() || !kept.contains("headers") || !kept.contains("messages")) return std::nullopt;
    for (const auto& [file, known] : kept["headers"].items()) {
        if (known != key_of_file(file)) return std::nullopt;
    }
    ObjectFile object{host::Cache::key(key, kept["headers"].dump()), kept["messages"]};
    const auto bytes = cache.read(object.key + ".o");
    if (!bytes || !host::write_file(request.object, *bytes)) return std::nullopt;
    return object;
}

/// A text that has another meaning each time.
bool has_time(const std::string& text) {
    return std::ranges::any_of(std::vector{"__TIME__", "__DATE__", "__TIMESTAMP__"},
                               [&](const char* name) { return text.find(name) != std::string::npos; });
}

}  // namespace

std::string took_too_long(const std::string& compiler) {
    return fmt::format("musimd cuda: error: '{}' took too long\n", compiler);
}

tl::expected<ObjectFile, std::string> make_object(const ObjectRequest& request) {
    const std::string text = host::read_file(request.source);
    const bool is_kept = !has_time(text);
    const host::Cache cache = is_kept ? host::Cache::of_user() : host::Cache();
    const std::string key = source_key(request, text);
    if (auto kept = take_kept(request, cache, key)) return *std::move(kept);
    const fs::path rule = request.object.string() + ".d";
    std::vector<std::string> words = request.compiler;
    words.insert(words.end(),
                 {"-MD", "-MF", rule.string(), "-c", request.source.string(), "-o", request.object.string()});
    const host::CommandEnd end = host::run_program(words, request.limit);
    if (end.timed_out) return tl::unexpected(took_too_long(words.front()));
    if (!end.ok()) return tl::unexpected(end.output);
    const json headers = headers_read(request, rule);
    ObjectFile object{is_kept ? host::Cache::key(key, headers.dump()) : "", end.output};
    cache.keep(object.key + ".o", host::read_file(request.object));
    cache.keep(key + ".json", json{{"headers", headers}, {"messages", end.output}}.dump(
                                  -1, ' ', false, json::error_handler_t::replace));
    return object;
}

}  // namespace musimd::kernels::cuda
