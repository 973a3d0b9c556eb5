#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// Common parts of this benchmark's host programs: CUDA errors, times by CUDA events, and the protocol: each
// line of standard input requests a measurement, and is answered by a line of JSON.

#ifndef MUSIMD_LAUNCH  // tests/software_cuda defines another one
#define MUSIMD_LAUNCH(kernel, blocks, threads, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)
#endif

namespace musimd::benchmarks {

inline void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

class Event {
  public:
    Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    cudaEvent_t get() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

/// Device memory, freed with the object.
template <typename T>
class DeviceArray {
  public:
    explicit DeviceArray(std::size_t count) : count_(count) {
        check(cudaMalloc(&data_, std::max<std::size_t>(count, 1) * sizeof(T)), "cudaMalloc");
    }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return static_cast<T*>(data_); }
    std::size_t size() const { return count_; }
    void set(int byte) { check(cudaMemset(data_, byte, count_ * sizeof(T)), "cudaMemset"); }
    void write(const std::vector<T>& from) {
        check(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    std::vector<T> read(std::size_t count) const {
        std::vector<T> to(count);
        check(cudaMemcpy(to.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
        return to;
    }

  private:
    void* data_ = nullptr;
    std::size_t count_;
};

/// Seconds that each of the repetitions takes on the device, ascending, after one warm-up run.
/// `prepare` is called before each and not measured.
inline std::vector<double> seconds_of(int repetitions, const std::function<void()>& prepare,
                                      const std::function<void()>& work) {
    Event begin;
    Event end;
    std::vector<double> seconds;
    for (int i = 0; i <= repetitions; ++i) {
        prepare();
        check(cudaEventRecord(begin.get()), "cudaEventRecord");
        work();
        check(cudaEventRecord(end.get()), "cudaEventRecord");
        check(cudaGetLastError(), "launch");
        check(cudaEventSynchronize(end.get()), "kernel");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()), "cudaEventElapsedTime");
        if (i > 0) seconds.push_back(static_cast<double>(milliseconds) * 1e-3);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

/// `"seconds": [minimum, median, maximum]`
inline std::string json_of(const std::vector<double>& seconds) {
    char text[128];
    std::snprintf(text, sizeof text, "\"seconds\": [%.9g, %.9g, %.9g]", seconds.front(),
                  seconds[seconds.size() / 2], seconds.back());
    return text;
}

/// Answers each line of standard input; an error is an answer, too. If it leaves the device unusable, the
/// program exits with 1.
inline int answer_lines(const std::function<void()>& begin,
                        const std::function<std::string(std::istringstream&)>& answer) try {
    check(cudaFree(nullptr), "the device cannot be used");
    begin();
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string said;
        bool over = false;
        try {
            said = answer(words);
        } catch (const std::exception& error) {
            said = "\"cannot\": \"" + std::string(error.what()) + "\"";
            over = cudaDeviceSynchronize() != cudaSuccess;
        }
        std::cout << "{" << said << "}" << std::endl;
        if (over) return 1;
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}

}  // namespace musimd::benchmarks
