#include "benchmarks/cpu/hosts/peer.hpp"

#include <boost/program_options.hpp>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "benchmarks/cpu/hosts/checksum.hpp"
#include "benchmarks/cpu/hosts/measurement.hpp"

namespace musimd::benchmarks {
namespace {

namespace po = boost::program_options;

constexpr std::int32_t kMaxTurns = 100'000;

Phase phase(const std::string& text) {
    const std::size_t at = text.find('@');
    if (at == std::string::npos) return {text, -1};
    return {text.substr(0, at), std::stoll(text.substr(at + 1))};
}

Loaded loaded(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw std::invalid_argument("not an address and a file: " + text);
    std::ifstream file(text.substr(colon + 1), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::runtime_error("cannot read " + text.substr(colon + 1));
    Loaded part{std::stoll(text.substr(0, colon)), std::vector<std::int32_t>(bytes.size() / 4)};
    std::memcpy(part.words.data(), bytes.data(), part.words.size() * 4);
    return part;
}

void preload(const PeerTask& task, Peer& peer) {
    for (const Loaded& part : task.loads) peer.write(part.address, part.words);
    for (const Filled& part : task.preloads) {
        std::vector<std::int32_t> words;
        for (std::int64_t i = 0; i < part.count; ++i) {
            words.push_back(static_cast<std::int32_t>(part.start + part.step * i));
        }
        peer.write(part.address, words);
    }
    peer.finish();
}

void run_phases(const PeerTask& task, Peer& peer) {
    for (std::size_t i = 0; i < task.phases.size(); ++i) {
        const std::int64_t flags = task.phases[i].flags;
        std::int32_t turn = 0;
        do {
            if (turn == kMaxTurns) throw std::runtime_error("the loop of a kernel does not end");
            peer.run(i, turn);
        } while (flags >= 0 && peer.read({flags + turn++, 1})[0] != 0);
    }
    peer.finish();
}

}  // namespace

PeerTask read_peer_task(int argc, char** argv, const std::string& about) {
    PeerTask task;
    std::vector<std::string> phases, preloads, loads, results;
    po::options_description options(about);
    auto add = options.add_options();
    add("help", "this text");
    add("code", po::value(&task.code)->required(), "the file of the kernels");
    add("phase", po::value(&phases)->composing()->required(),
        "a kernel, or KERNEL@A for one that repeats while word A + turn is not 0");
    add("words", po::value(&task.words)->required(), "size of the memory in words");
    add("preload", po::value(&preloads)->composing(), "A:COUNT:START:STEP, words before each run");
    add("load", po::value(&loads)->composing(), "A:FILE, words before each run: 32-bit words of a file");
    add("result", po::value(&results)->composing()->required(), "A:COUNT, words to include in the checksum");
    add("items", po::value(&task.items), "work items");
    add("group", po::value(&task.group), "work items per group");
    add("platform", po::value(&task.platform), "OpenCL's, a part of its name");
    add("seconds", po::value(&task.seconds), "total time of the runs after the first; 0: one run");
    try {
        po::variables_map values;
        po::store(po::parse_command_line(argc, argv, options), values);
        if (values.count("help") != 0) {
            std::cout << options;
            std::exit(0);
        }
        po::notify(values);
        for (const std::string& text : phases) task.phases.push_back(phase(text));
        for (const std::string& text : preloads) task.preloads.push_back(filled(text));
        for (const std::string& text : loads) task.loads.push_back(loaded(text));
        for (const std::string& text : results) task.results.push_back(range(text));
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        std::exit(2);
    }
    return task;
}

void measure(const PeerTask& task, Peer& peer) {
    const double set_up = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    const Runs runs = repeated(task.seconds, [&] {
        preload(task, peer);
        return timed([&] { run_phases(task, peer); });
    });
    Checksum checksum;
    for (const Range& result : task.results) {
        for (const std::int32_t word : peer.read(result)) checksum.add(word);
    }
    nlohmann::json report = to_json(runs, set_up);
    report["checksum"] = checksum.text();
    report["about"] = peer.about();
    std::cout << report << "\n";
}

}  // namespace musimd::benchmarks
