#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/openmp/host_files.hpp"
#include "kernels/openmp/host_memory.hpp"
#include "kernels/openmp/print.hpp"

namespace musimd::kernels::openmp {

/// An argument of a function of the library.
struct HostArgument {
    PrintedValue value;
    std::string_view object;  ///< of a pointer: what it points to, see HostCalls in reader/host_calls.hpp
};

/// An access to what is no object, or not a text.
struct BadMemory : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Functions of C's library that use files, or formats: what the host itself does between two parts.
class HostLibrary {
  public:
    using Arguments = std::vector<HostArgument>;

    HostLibrary(HostMemory& memory, HostFiles& files,
                std::function<void(std::int64_t file, const std::string& text)> print)
        : memory_(memory), files_(files), print_(std::move(print)) {}

    /// The pattern of the result. Throws BadMemory.
    std::uint64_t call(std::string_view name, const Arguments& arguments);

    std::string text_at(std::int64_t address) const;
    /// With the width and the character that fills of the stream.
    void put_to_stream(std::int64_t file, const std::string& text);

  private:
    struct Function;
    static const Function* find(std::string_view name);

    std::uint64_t open(const Arguments& a);
    std::uint64_t close(const Arguments& a);
    std::uint64_t remove(const Arguments& a);
    std::uint64_t at_end(const Arguments& a);
    std::uint64_t get(const Arguments& a);
    std::uint64_t unget(const Arguments& a);
    std::uint64_t get_line(const Arguments& a);
    std::uint64_t put(const Arguments& a);
    std::uint64_t put_text(const Arguments& a);
    std::uint64_t read(const Arguments& a);
    std::uint64_t write(const Arguments& a);
    std::uint64_t seek(const Arguments& a);
    std::uint64_t tell(const Arguments& a);
    std::uint64_t rewind(const Arguments& a);
    std::uint64_t open_descriptor(const Arguments& a);
    std::uint64_t read_bytes(const Arguments& a);
    std::uint64_t write_bytes(const Arguments& a);
    std::uint64_t seek_to(const Arguments& a);
    std::uint64_t print_to_output(const Arguments& a);
    std::uint64_t print_to_file(const Arguments& a);
    std::uint64_t print_to_text(const Arguments& a);
    std::uint64_t print_to_short_text(const Arguments& a);
    std::uint64_t scan_input(const Arguments& a);
    std::uint64_t scan_file(const Arguments& a);
    std::uint64_t scan_text(const Arguments& a);
    std::uint64_t to_double(const Arguments& a);
    std::uint64_t put_to_stream(const Arguments& a);
    std::uint64_t set_stream(const Arguments& a);
    std::uint64_t count_numbers(const Arguments& a);
    std::uint64_t copy_numbers(const Arguments& a);

    std::string formatted(const Arguments& a, std::size_t format) const;
    std::uint64_t scan(TextSource& from, const Arguments& a, std::size_t format);
    std::uint64_t print(std::int64_t file, const std::string& text);
    void write_text(std::int64_t address, std::string_view text);

    HostMemory& memory_;
    HostFiles& files_;
    std::function<void(std::int64_t file, const std::string& text)> print_;
};

}  // namespace musimd::kernels::openmp
