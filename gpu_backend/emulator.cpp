#include "gpu_backend/emulator.hpp"
