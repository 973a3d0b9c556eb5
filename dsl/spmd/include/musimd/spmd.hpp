#pragma once

// The DSL for projects that link musimd::spmd.
#include "dsl/spmd/spmd.hpp"
