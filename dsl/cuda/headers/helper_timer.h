// A stand-in for the header of this name that comes with NVIDIA's samples: a stop watch, in milliseconds.
#pragma once

#include <chrono>

class StopWatchInterface {
  public:
    virtual ~StopWatchInterface() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual void reset() = 0;
    virtual float getTime() = 0;
    virtual float getAverageTime() = 0;
};

class StopWatchLinux : public StopWatchInterface {
  public:
    void start() override {
        begin_ = Clock::now();
        runs_ = true;
    }
    void stop() override {
        if (runs_) total_ += since();
        runs_ = false;
        ++sessions_;
    }
    void reset() override {
        total_ = 0;
        sessions_ = 0;
        begin_ = Clock::now();
    }
    float getTime() override { return runs_ ? total_ + since() : total_; }
    float getAverageTime() override { return sessions_ > 0 ? total_ / (float)sessions_ : 0.0f; }

  private:
    using Clock = std::chrono::steady_clock;
    float since() const { return std::chrono::duration<float, std::milli>(Clock::now() - begin_).count(); }

    Clock::time_point begin_ = Clock::now();
    float total_ = 0;
    int sessions_ = 0;
    bool runs_ = false;
};

static inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchLinux;
    return true;
}
static inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
static inline bool sdkStartTimer(StopWatchInterface **timer) { return *timer != nullptr && ((*timer)->start(), true); }
static inline bool sdkStopTimer(StopWatchInterface **timer) { return *timer != nullptr && ((*timer)->stop(), true); }
static inline bool sdkResetTimer(StopWatchInterface **timer) { return *timer != nullptr && ((*timer)->reset(), true); }
static inline float sdkGetTimerValue(StopWatchInterface **timer) { return *timer != nullptr ? (*timer)->getTime() : -1.0f; }
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return *timer != nullptr ? (*timer)->getAverageTime() : 0.0f;
}
