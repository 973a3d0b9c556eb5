#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace musimd::kernels::openmp {

/// What is read, byte by byte.
class TextSource {
  public:
    static constexpr int kEnd = -1;
    explicit TextSource(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}
    int get() { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_++]) : (++at_, kEnd); }
    void unget() { --at_; }
    int peek() const { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : kEnd; }
    std::size_t at() const { return std::min(at_, text_.size()); }

  private:
    std::string_view text_;
    std::size_t at_;
};

/// The files of a run of a program. It reads those of the disk. What it writes is in files that only the run
/// has.
class HostFiles {
  public:
    static constexpr std::int64_t kOutput = 1;
    static constexpr std::int64_t kErrors = 2;
    static constexpr std::int64_t kInput = 3;

    struct File {
        std::shared_ptr<std::string> text;
        std::size_t at = 0;
        bool reads = true;
        bool writes = false;
        bool appends = false;
        bool is_at_end = false;  ///< a read has met the end
    };

    /// The number of the opened file, or 0.
    std::int64_t open(const std::string& name, std::string_view mode);
    bool close(std::int64_t number) { return files_.erase(number) != 0; }
    bool remove(const std::string& name);
    /// Null if it is not open, or is an output of the program.
    File* find(std::int64_t number);
    static void write(File& file, std::string_view text);
    /// Has the format of the stream of C++ that writes to the file.
    std::ostringstream& stream(std::int64_t number) { return streams_[number]; }

  private:
    std::shared_ptr<std::string> read(const std::string& name) const;

    std::map<std::string, std::shared_ptr<std::string>> written_;  ///< by name; null: it is removed
    std::map<std::int64_t, File> files_;
    std::map<std::int64_t, std::ostringstream> streams_;
    std::int64_t next_ = kInput + 1;
};

}  // namespace musimd::kernels::openmp
