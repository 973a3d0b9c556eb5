// What a program of CUDA C++ and the machine that runs its kernels tell each other: messages over a socket, and
// device memory that both have. The program's side is musimd_cuda_runtime.cu.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace musimd_cuda {

/// The variable with the descriptors of the socket, of device memory, and of its flags: `3,4,5`.
constexpr const char *kVariable = "MUSIMD_CUDA_CHANNEL";

/// Device memory begins at this address of the program. Addresses are not used twice.
constexpr std::uint64_t kDeviceBase = 0x200000000000u;
constexpr std::uint64_t kDeviceAddresses = std::uint64_t{1} << 41;
/// What may be allocated at once, in bytes; what the device says that it has; and what may be written, since only
/// that takes memory of the host.
constexpr std::uint64_t kReservedBytes = std::uint64_t{80} << 30;
constexpr std::uint64_t kDeviceBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kUsedBytes = std::uint64_t{4} << 30;
/// A byte of flags for each byte of memory: whether it has been written.
constexpr char kWritten = 1;

/// Messages begin with their number of bytes, a u32, and their kind.
constexpr std::uint32_t kMaxBytes = 1u << 26;
enum class Message : std::uint32_t {
    kernel,   ///< program: module, name. Machine: error, the bytes of each argument
    launch,   ///< program: see runtime. Machine: error, what the kernel prints
    mistake,  ///< program: the function, error, its name. No answer
    module,   ///< program: file, text or nothing. Machine: error, reason, number, kernels, variables with bytes
    freed,    ///< program: the function, address, bytes, file and address of the call in it. No answer
    compile,  ///< program: text of a module. Machine: error of NVRTC, log, kernels, named functions and variables
};

/// The first line of a module's text, and its last one; see kernels/cuda/program/module_image.hpp.
constexpr const char *kModuleBegin = "// a module of musimd";
constexpr const char *kModuleEnd = "//musimd-end";

/// The variable of musimd_textures.h with all texels, as the linker sees it.
constexpr const char *kTexels = "_ZL13musimd_texels";

class Writer {
  public:
    Writer() = default;  ///< an answer has no kind
    explicit Writer(Message kind) { number(static_cast<std::uint32_t>(kind)); }
    void number(std::uint64_t n) { bytes_.append(reinterpret_cast<const char *>(&n), sizeof n); }
    void text(const std::string &t) {
        number(t.size());
        bytes_ += t;
    }
    const std::string &bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

/// What is missing is read as 0 or as empty, and noted.
class Reader {
  public:
    explicit Reader(std::string bytes) : bytes_(bytes) {}
    std::uint64_t number() {
        std::uint64_t n = 0;
        if (bytes_.size() - at_ < sizeof n) {
            good_ = false;
            return 0;
        }
        std::memcpy(&n, bytes_.data() + at_, sizeof n);
        at_ += sizeof n;
        return n;
    }
    std::string text() {
        const std::uint64_t size = number();
        if (bytes_.size() - at_ < size) {
            good_ = false;
            return {};
        }
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }
    bool good() const { return good_; }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

}  // namespace musimd_cuda
