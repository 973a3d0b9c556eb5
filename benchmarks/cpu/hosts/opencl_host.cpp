// Runs OpenCL C kernels on an installed platform (PoCL, Oclgrind, …), and reports how long compiling them
// took.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "benchmarks/cpu/hosts/peer.hpp"

namespace {

using namespace musimd::benchmarks;

void check(cl_int status, const char* what) {
    if (status != CL_SUCCESS) throw std::runtime_error(fmt::format("{}: OpenCL error {}", what, status));
}

std::string text_of(cl_platform_id platform, cl_platform_info what) {
    char text[1024] = "";
    check(clGetPlatformInfo(platform, what, sizeof text - 1, text, nullptr), "clGetPlatformInfo");
    return text;
}

cl_platform_id find_platform(const std::string& name) {
    cl_uint count = 0;
    cl_platform_id platforms[16];
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) count = 0;
    for (cl_uint i = 0; i < count && i < 16; ++i) {
        if (text_of(platforms[i], CL_PLATFORM_NAME).find(name) != std::string::npos) return platforms[i];
    }
    throw std::runtime_error("no platform '" + name + "'");
}

// Everything lives until the process ends.
class OpenCl final : public Peer {
  public:
    explicit OpenCl(const PeerTask& task)
        : items_(static_cast<std::size_t>(task.items)), group_(static_cast<std::size_t>(task.group)) {
        cl_int status = CL_SUCCESS;
        platform_ = find_platform(task.platform);
        check(clGetDeviceIDs(platform_, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        check(status, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device_, 0, &status);
        check(status, "clCreateCommandQueue");
        memory_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(task.words) * 4,
                                 nullptr, &status);
        check(status, "clCreateBuffer");
        const cl_program program = build(task.code);
        for (const Phase& phase : task.phases) {
            kernels_.push_back(clCreateKernel(program, phase.kernel.c_str(), &status));
            check(status, "clCreateKernel");
            check(clSetKernelArg(kernels_.back(), 0, sizeof memory_, &memory_), "clSetKernelArg");
        }
    }

    void write(std::int64_t address, const std::vector<std::int32_t>& words) override {
        check(clEnqueueWriteBuffer(queue_, memory_, CL_TRUE, static_cast<std::size_t>(address) * 4,
                                   words.size() * 4, words.data(), 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }
    std::vector<std::int32_t> read(Range range) override {
        std::vector<std::int32_t> words(static_cast<std::size_t>(range.count));
        check(clEnqueueReadBuffer(queue_, memory_, CL_TRUE, static_cast<std::size_t>(range.address) * 4,
                                  words.size() * 4, words.data(), 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
        return words;
    }
    void run(std::size_t phase, std::int32_t turn) override {
        check(clSetKernelArg(kernels_[phase], 1, sizeof turn, &turn), "clSetKernelArg");
        check(clEnqueueNDRangeKernel(queue_, kernels_[phase], 1, nullptr, &items_, &group_, 0, nullptr,
                                     nullptr),
              "clEnqueueNDRangeKernel");
    }
    void finish() override { check(clFinish(queue_), "clFinish"); }
    std::string about() override { return text_of(platform_, CL_PLATFORM_VERSION); }

  private:
    cl_program build(const std::string& file) {
        std::ifstream stream(file);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        const char* source = text.c_str();
        cl_int status = CL_SUCCESS;
        const cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
        check(status, "clCreateProgramWithSource");
        if (clBuildProgram(program, 1, &device_, "", nullptr, nullptr) != CL_SUCCESS) {
            std::string log(100'000, '\0');
            clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
            throw std::runtime_error(log.c_str());
        }
        return program;
    }

    std::size_t items_;
    std::size_t group_;
    cl_platform_id platform_ = nullptr;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_mem memory_ = nullptr;
    std::vector<cl_kernel> kernels_;
};

}  // namespace

int main(int argc, char** argv) try {
    const PeerTask task = read_peer_task(argc, argv, "Runs the kernels of a file of OpenCL C");
    OpenCl peer(task);
    measure(task, peer);
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
