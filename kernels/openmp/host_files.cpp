#include "kernels/openmp/host_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace musimd::kernels::openmp {
namespace {

constexpr std::uintmax_t kLargest = 1 << 28;  // in bytes

std::string rest_of(std::istream& from) {
    return {std::istreambuf_iterator<char>(from), {}};
}

/// Of all runs: each reads it from its beginning.
const std::string& standard_input() {
    static const std::string kText = rest_of(std::cin);
    return kText;
}

}  // namespace

std::shared_ptr<std::string> HostFiles::read(const std::string& name) const {
    if (const auto known = written_.find(name); known != written_.end()) return known->second;
    std::error_code error;
    if (!std::filesystem::is_regular_file(name, error) || std::filesystem::file_size(name, error) > kLargest)
        return nullptr;
    std::ifstream file(name, std::ios::binary);
    return file ? std::make_shared<std::string>(rest_of(file)) : nullptr;
}

std::int64_t HostFiles::open(const std::string& name, std::string_view mode) {
    const bool updates = mode.find('+') != std::string_view::npos;
    File file{.text = read(name),
              .reads = mode.starts_with('r') || updates,
              .writes = !mode.starts_with('r') || updates,
              .appends = mode.starts_with('a')};
    if (mode.starts_with('r') && file.text == nullptr) return 0;
    if (file.text == nullptr || mode.starts_with('w')) file.text = std::make_shared<std::string>();
    if (file.writes) written_[name] = file.text;
    files_[next_] = std::move(file);
    return next_++;
}

bool HostFiles::remove(const std::string& name) {
    const bool exists = read(name) != nullptr;
    written_[name] = nullptr;
    return exists;
}

HostFiles::File* HostFiles::find(std::int64_t number) {
    if (number == kInput && !files_.contains(kInput))
        files_[kInput] = {.text = std::make_shared<std::string>(standard_input())};
    const auto found = files_.find(number);
    return found == files_.end() ? nullptr : &found->second;
}

void HostFiles::write(File& file, std::string_view text) {
    if (!file.writes || file.text->size() + text.size() > kLargest) return;
    if (file.appends) file.at = file.text->size();
    if (file.text->size() < file.at) file.text->resize(file.at);
    file.text->replace(file.at, std::min(text.size(), file.text->size() - file.at), text);
    file.at += text.size();
}

}  // namespace musimd::kernels::openmp
