// NVRTC's -default-device: functions that say nothing are functions of the device.
#pragma clang force_cuda_host_device begin
