#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "gpu_backend/device/cuda_driver.hpp"
#include "tests/software_cuda/process.hpp"
#include "tests/software_cuda/settings.hpp"

namespace musimd::software_cuda {

using gpu::CUcontext;
using gpu::CUdeviceptr;
using gpu::CUevent;

constexpr std::uint64_t rounded(std::uint64_t bytes) {
    return (bytes + kPage - 1) / kPage * kPage;
}

/// The state of the driver. There is one context, the device's primary one.
class Driver {
  public:
    CUresult begin() {
        if (settings_.no_device) return kNoDevice;
        if (initialized_by_ != 0 && initialized_by_ != getpid()) return kNotInitialized;
        initialized_by_ = getpid();
        return kSuccess;
    }
    bool is_initialized() const { return initialized_by_ == getpid(); }
    const Settings& settings() const { return settings_; }

    CUresult retain(CUcontext* context) {
        if (process_ == nullptr) process_ = Process::begin();
        if (process_ == nullptr) return kOutOfMemory;
        *context = reinterpret_cast<CUcontext>(this);
        return kSuccess;
    }
    bool is_context(CUcontext context) { return reinterpret_cast<CUcontext>(this) == context; }

    /// Sends a request, waits, and returns the error; after a failure, that failure.
    CUresult ask(const Request& request, Answer& answer) {
        if (const CUresult wrong = finish(true); wrong != kSuccess) return wrong;
        if (!process_->send(request)) return failed_ = kLaunchFailed;
        if (const CUresult wrong = process_->receive(answer, true); wrong != kSuccess) return failed_ = wrong;
        return answer.error;
    }
    CUresult launch(Request request) {
        if (failed_ != kSuccess) return failed_;
        if (settings_.endless) request.wish = Wish::spin;
        if (settings_.bad_launch) request.address = 0;
        return process_->send(request) ? kSuccess : failed_ = kLaunchFailed;
    }
    /// Receives the answers to launches; kNotReady if it must not wait and they have not arrived.
    CUresult finish(bool wait) {
        while (failed_ == kSuccess && !process_->idle()) {
            Answer answer;
            const CUresult got = process_->receive(answer, wait);
            if (got == kNotReady) return kNotReady;
            if (got != kSuccess) failed_ = got;
        }
        return failed_;
    }

    CUresult allocate(CUdeviceptr* to, std::uint64_t bytes) {
        if (bytes == 0) return kInvalidValue;
        const std::uint64_t whole = rounded(bytes);
        if (whole > settings_.memory - used_) return kOutOfMemory;
        std::uint64_t at = kMemory;
        for (const auto& [address, size] : allocations_) {
            if (at + whole + kPage <= address) break;
            at = address + rounded(size) + kPage;  // an unmapped page separates allocations
        }
        if (at + whole > kMemory + kMemoryBytes) return kOutOfMemory;
        Request request{Wish::map};
        request.address = at;
        request.bytes = whole;
        Answer answer;
        if (const CUresult wrong = ask(request, answer); wrong != kSuccess) return wrong;
        fill(at, 0xA5, std::min<std::uint64_t>(bytes, kPage));  // so that nobody relies on zeros
        allocations_[at] = bytes;
        used_ += whole;
        *to = at;
        return kSuccess;
    }
    CUresult free(CUdeviceptr memory) {
        const auto found = allocations_.find(memory);
        if (found == allocations_.end()) return kInvalidValue;
        const std::uint64_t whole = rounded(found->second);
        Request request{Wish::unmap};
        request.address = memory;
        request.bytes = whole;
        Answer answer;
        if (const CUresult wrong = ask(request, answer); wrong != kSuccess) return wrong;
        forget(memory, whole);
        used_ -= whole;
        allocations_.erase(found);
        return kSuccess;
    }
    /// Whether the range lies within one allocation.
    bool has(CUdeviceptr from, std::uint64_t bytes) const {
        auto after = allocations_.upper_bound(from);
        if (after == allocations_.begin()) return false;
        const auto& [address, size] = *--after;
        return from - address <= size && bytes <= size - (from - address);
    }
    CUresult clear(CUdeviceptr memory, unsigned char value, std::uint64_t bytes) {
        if (value == 0 && memory % kPage == 0) {  // clearing does not map pages
            forget(memory, bytes / kPage * kPage);
            fill(memory + bytes / kPage * kPage, 0, bytes % kPage);
        } else {
            fill(memory, value, bytes);
        }
        return kSuccess;
    }
    CUresult write(CUdeviceptr to, const void* from, std::size_t bytes) const {
        const auto* next = static_cast<const char*>(from);
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t count = pwrite(process_->memory(), next + done, bytes - done, place(to + done));
            if (count <= 0) return kInvalidValue;
            done += static_cast<std::size_t>(count);
        }
        return kSuccess;
    }
    CUresult read(void* to, CUdeviceptr from, std::size_t bytes) const {
        auto* next = static_cast<char*>(to);
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t count = pread(process_->memory(), next + done, bytes - done, place(from + done));
            if (count <= 0) return kInvalidValue;
            done += static_cast<std::size_t>(count);
        }
        return kSuccess;
    }
    std::uint64_t free_bytes() const { return settings_.memory - used_; }

    std::mutex mutex;
    std::set<std::uint64_t> modules;  ///< by number
    std::set<std::uint64_t> kernels;  ///< by address in the device's process
    std::map<CUevent, bool> events;   ///< whether each was recorded
    std::uint64_t last_event = 0;

  private:
    static off_t place(std::uint64_t address) { return static_cast<off_t>(address - kMemory); }
    void fill(std::uint64_t from, unsigned char value, std::uint64_t bytes) const {
        const std::string some(bytes, static_cast<char>(value));
        write(from, some.data(), some.size());
    }
    // As zeros, which take no memory.
    void forget(std::uint64_t from, std::uint64_t bytes) const {
        if (bytes == 0) return;
        fallocate(process_->memory(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place(from),
                  static_cast<off_t>(bytes));
    }

    const Settings settings_ = read_settings();
    std::unique_ptr<Process> process_;
    pid_t initialized_by_ = 0;
    CUresult failed_ = kSuccess;
    std::uint64_t used_ = 0;
    std::map<std::uint64_t, std::uint64_t> allocations_;
};

}  // namespace musimd::software_cuda
