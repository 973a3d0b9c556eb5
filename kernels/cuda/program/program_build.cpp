#include "kernels/cuda/program/program_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "host/cache.hpp"
#include "host/compiler.hpp"
#include "host/parallel.hpp"
#include "host/process.hpp"
#include "kernels/cuda/program/host_calls.hpp"
#include "kernels/cuda/program/object_cache.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/cuda/program/runtime_parts.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/launch/nvcc_text.hpp"

namespace musimd::kernels::cuda {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Object = tl::expected<ObjectFile, std::string>;

/// At the same time; each takes up to 1 GB.
constexpr unsigned kCompilers = 4;

// Of the toolkit whose runtime calls Clang makes.
constexpr const char* kVersion = "-target-sdk-version=12.4";

// The compiler registers kernels by their names only if it includes code for a GPU.
constexpr const char* kNoDeviceCode = "no-device-code";

/// The file, or a copy that Clang accepts, which says where it is from.
std::string file_of(const reader::Source& source, const fs::path& folder) {
    const std::string text = as_clang_accepts(source.text);
    if (language_of(source) != "cuda" || text == source.text) return source.file;
    std::string name = source.file;
    std::ranges::replace(name, '/', '+');
    const fs::path copy = folder / "copies" / name;
    fs::create_directories(copy.parent_path());
    host::write_file(copy, fmt::format("# 1 \"{}\"\n{}", source.file, text));
    return copy.string();
}

/// A compiler, and how it compiles a file of this language. The user's options are those of the program: some
/// are only for the linker.
Words compiler_for(const fs::path& clang, const fs::path& folder, const Words& options,
                   const std::string& language) {
    Words words = {clang.string(),
                   "--driver-mode=g++",  // the name may be that of a link to the C compiler
                   "-O2",
                   // What C++ leaves undefined in host code is not what is tested here.
                   "-fwrapv", "-fno-strict-aliasing", "--cuda-host-only", "-nocudainc", "-nocudalib",
                   std::string("--cuda-path=") + kHeaders, "-fno-color-diagnostics",
                   "-Wno-unused-command-line-argument", "-isystem", folder.string(), "-include",
                   "musimd_implicit.h", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                   (folder / kNoDeviceCode).string(), "-Xclang", kVersion};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"-x", language});
    return words;
}

/// Which library of C++ the runtime has to use, too.
Words options_for_runtime(const Words& options) {
    Words result;
    std::ranges::copy_if(options, std::back_inserter(result),
                         [](const std::string& word) { return word.starts_with("-stdlib="); });
    return result;
}

/// For the lines of host code that call the runtime, which findings name; calls of several lines are not made
/// one.
Words traced(const fs::path& folder) {
    return {"-gline-tables-only",
            "-fno-optimize-sibling-calls",
            "-mllvm",
            "-enable-tail-merge=false",
            "-mllvm",
            "-sink-common-insts=false",
            fmt::format("-fdebug-prefix-map={}={}", folder.string(), kHeaders)};
}

/// Writes our headers into the folder, and returns what identifies their texts.
tl::expected<std::string, std::string> write_headers(const fs::path& folder) {
    const auto files = program_files();
    if (!files) return tl::unexpected(fmt::format("musimd cuda: error: {}\n", files.error()));
    std::string key;
    for (const reader::ProgramFile& file : *files) {
        fs::create_directories((folder / file.name).parent_path());
        host::write_file(folder / file.name, file.text);
        key = host::Cache::key(file.text, key + std::string(file.name));
    }
    host::write_file(folder / kNoDeviceCode, "");
    return key;
}

/// The same files, options and compiler have been linked before. Libraries of the user may change.
bool may_keep(const Words& options) {
    return std::ranges::none_of(options, [](const std::string& word) {
        return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,") ||
               !word.starts_with("-");
    });
}

tl::expected<void, std::string> link(const Words& words, const fs::path& program,
                                     std::chrono::milliseconds limit, std::string& messages) {
    const host::CommandEnd end = host::run_program(words, limit);
    if (end.timed_out) return tl::unexpected(took_too_long(words.front()));
    if (!end.ok()) return tl::unexpected(messages + end.output);
    messages += end.output;
    fs::permissions(program, fs::perms::owner_all);
    return {};
}

tl::expected<BuiltProgram, std::string> link_kept(Words words, const std::vector<ObjectFile>& objects,
                                                  const Words& options, const fs::path& program,
                                                  std::chrono::milliseconds limit) {
    BuiltProgram built{program, {}};
    std::string how = host::version_of({words.front()});
    for (const std::string& word : options) how += "\n" + word;
    std::string keys;
    for (const ObjectFile& object : objects) {
        built.messages += object.messages;
        keys += object.key + "\n";
    }
    const bool is_kept =
        may_keep(options) && std::ranges::none_of(objects, &std::string::empty, &ObjectFile::key);
    const host::Cache cache = is_kept ? host::Cache::of_user() : host::Cache();
    const std::string name = host::Cache::key(keys, how) + ".program";
    if (const auto kept = cache.read(name); kept && host::write_file(program, *kept)) {
        fs::permissions(program, fs::perms::owner_all);
        return built;
    }
    words.insert(words.end(), {"-o", program.string()});
    if (const auto linked = link(words, program, limit, built.messages); !linked)
        return tl::unexpected(linked.error());
    cache.keep(name, host::read_file(program));
    return built;
}

/// At the same time. An error has the messages of all, each once.
tl::expected<std::vector<ObjectFile>, std::string> make_objects(const std::vector<ObjectRequest>& requests) {
    std::vector<ObjectFile> objects(requests.size());
    std::vector<std::string> errors(requests.size());
    host::in_parallel(kCompilers, requests.size(), [&](std::size_t i) {
        if (Object object = make_object(requests[i]); object)
            objects[i] = *std::move(object);
        else
            errors[i] = object.error();
    });
    std::string all;
    for (const std::string& text : errors) {
        if (all.find(text) == std::string::npos) all += text;  // several may take too long
    }
    if (!all.empty()) return tl::unexpected(all);
    return objects;
}

/// Objects of the sources, and those of other compilers.
std::vector<fs::path> files_to_link(const std::vector<ObjectRequest>& requests,
                                    const std::vector<reader::Source>& sources) {
    std::vector<fs::path> files;
    for (const ObjectRequest& request : std::span(requests).subspan(1)) files.push_back(request.object);
    for (const std::string& word : sources.front().linked) {
        if (is_linked(word)) files.emplace_back(word);
    }
    return files;
}

}  // namespace

std::filesystem::path host_clang() {
    for (const char* command : {"clang++-19", "/usr/lib/llvm-19/bin/clang++"}) {
        if (auto path = host::find_command(command); !path.empty()) return path;
    }
    return {};
}

ProgramBuild::ProgramBuild(std::vector<reader::Source> sources, std::chrono::milliseconds limit)
    : result_(std::async(host::kMaxThreads > 1 ? std::launch::async : std::launch::deferred,
                         [this, sources = std::move(sources), limit] { return build(sources, limit); })) {}

tl::expected<BuiltProgram, std::string> ProgramBuild::build(const std::vector<reader::Source>& sources,
                                                            std::chrono::milliseconds limit) const {
    const fs::path clang = host_clang();
    if (clang.empty())
        return tl::unexpected(std::string(
            "musimd cuda: error: clang++-19, which compiles the program's host code, was not found; "
            "install clang-19\n"));
    const auto headers = write_headers(folder());
    if (!headers) return tl::unexpected(headers.error());
    const Words options = compile_words(sources, "cuda");
    const auto part = [&](const std::string& file) {
        const fs::path source = folder() / file;
        return ObjectRequest{compiler_for(clang, folder(), options_for_runtime(options), "cuda"),
                             source,
                             folder(),
                             *headers,
                             source.string() + ".o",
                             limit};
    };
    std::vector<ObjectRequest> requests = {part(kRuntime)};
    for (const reader::Source& source : sources) {
        Words own_options = traced(folder());
        own_options.insert(own_options.end(),
                           {"-iquote", fs::absolute(source.file).parent_path().string()});  // of a copy, too
        const std::string language = language_of(source);
        const Words of_language = compile_words(sources, language);
        own_options.insert(own_options.end(), of_language.begin(), of_language.end());
        requests.push_back({compiler_for(clang, folder(), own_options, language), file_of(source, folder()),
                            folder(), *headers, folder() / fmt::format("{}.o", requests.size()), limit});
    }
    auto objects = make_objects(requests);
    if (!objects) return tl::unexpected(objects.error());
    std::vector<ObjectRequest> parts;
    for (const std::string& file : runtime_parts(files_to_link(requests, sources)))
        parts.push_back(part(file));
    const auto more = make_objects(parts);
    if (!more) return tl::unexpected(more.error());
    objects->insert(objects->end(), more->begin(), more->end());
    requests.insert(requests.end(), parts.begin(), parts.end());
    Words words = {clang.string(), "--driver-mode=g++", "-Wno-unused-command-line-argument"};
    for (const ObjectRequest& request : requests) words.push_back(request.object.string());
    Words linked = options;
    const Words libraries = link_words(sources);
    linked.insert(linked.end(), libraries.begin(), libraries.end());
    words.insert(words.end(), linked.begin(), linked.end());
    return link_kept(std::move(words), *objects, linked, folder() / "program", limit);
}

}  // namespace musimd::kernels::cuda
