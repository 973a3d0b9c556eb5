#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/benchmarks/hosts/ranges.hpp"

namespace musimd::benchmarks {

/// One kernel of a peer's program, or a loop of it.
struct Phase {
    std::string kernel;
    /// −1, or where a loop's words stand: turn t = 0, 1, … of the kernel says in word `flags` + t whether
    /// there is another.
    std::int64_t flags = -1;
};

/// What a peer is asked to do, the same for all of them: kernels (tests/benchmarks/peers/kernels) on a memory
/// of 32-bit words.
struct PeerTask {
    std::string code;              ///< the file of the kernels
    std::vector<Phase> phases;     ///< one after the other
    std::int64_t words = 0;        ///< of the memory
    std::vector<Filled> preloads;  ///< its words before each run; the others are undefined
    std::vector<Range> results;    ///< what the checksum is of
    std::int64_t items = 1;        ///< of work: the kernel's `item` is 0 … items−1
    std::int64_t group = 1;        ///< how many are one group of OpenCL
    std::string platform;          ///< OpenCL's, by a part of its name
    double seconds = 0;            ///< how long the runs after the first are to take together; 0: one run
};

/// Reads a command line; prints help or what is wrong, and ends the process.
PeerTask read_peer_task(int argc, char** argv, const std::string& about);

/// A memory and kernels to run on it.
class Peer {
  public:
    virtual ~Peer() = default;
    virtual void write(std::int64_t address, const std::vector<std::int32_t>& words) = 0;
    virtual std::vector<std::int32_t> read(Range range) = 0;
    /// Runs kernel number `phase` of the task to its end.
    virtual void run(std::size_t phase, std::int32_t turn) = 0;
    /// Ends when all runs are done.
    virtual void finish() {}
    /// What runs them, with its version; empty where that is no news.
    virtual std::string about() { return ""; }
};

/// Runs the task over and over and prints what that took, as one line of JSON: what to_json says of the runs,
/// and the checksum.
void measure(const PeerTask& task, Peer& peer);

}  // namespace musimd::benchmarks
