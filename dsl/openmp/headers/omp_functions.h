#pragma once
#include <stddef.h>
#include <stdint.h>

/* Functions of <omp.h> besides those of threads, locks and devices. */

typedef enum { omp_sync_hint_none = 0, omp_sync_hint_uncontended = 1, omp_sync_hint_contended = 2,
               omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8,
               omp_lock_hint_none = 0, omp_lock_hint_uncontended = 1, omp_lock_hint_contended = 2,
               omp_lock_hint_nonspeculative = 4, omp_lock_hint_speculative = 8 } omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;
void omp_init_lock_with_hint(omp_lock_t *, omp_sync_hint_t);
void omp_init_nest_lock_with_hint(omp_nest_lock_t *, omp_sync_hint_t);

typedef enum { omp_proc_bind_false = 0, omp_proc_bind_true = 1, omp_proc_bind_master = 2,
               omp_proc_bind_primary = 2, omp_proc_bind_close = 3, omp_proc_bind_spread = 4 } omp_proc_bind_t;
omp_proc_bind_t omp_get_proc_bind(void);
int omp_get_num_places(void), omp_get_place_num_procs(int), omp_get_place_num(void);
int omp_get_partition_num_places(void);
void omp_get_place_proc_ids(int, int *), omp_get_partition_place_nums(int *);

void omp_get_schedule(omp_sched_t *, int *);
void omp_set_max_active_levels(int), omp_set_default_device(int);
void omp_set_num_teams(int), omp_set_teams_thread_limit(int);
int omp_get_max_active_levels(void), omp_get_supported_active_levels(void);
int omp_get_active_level(void), omp_get_ancestor_thread_num(int), omp_get_team_size(int);
int omp_get_cancellation(void), omp_get_max_task_priority(void), omp_in_explicit_task(void);
int omp_get_device_num(void), omp_get_max_teams(void), omp_get_teams_thread_limit(void);
void omp_display_env(int), omp_display_affinity(const char *), omp_set_affinity_format(const char *);
size_t omp_get_affinity_format(char *, size_t), omp_capture_affinity(char *, size_t, const char *);

typedef enum { omp_pause_soft = 1, omp_pause_hard = 2, omp_pause_stop_tool = 3 } omp_pause_resource_t;
int omp_pause_resource(omp_pause_resource_t, int), omp_pause_resource_all(omp_pause_resource_t);

typedef uintptr_t omp_uintptr_t;
typedef enum { omp_atk_sync_hint = 1, omp_atk_alignment = 2, omp_atk_access = 3, omp_atk_pool_size = 4,
               omp_atk_fallback = 5, omp_atk_fb_data = 6, omp_atk_pinned = 7,
               omp_atk_partition = 8 } omp_alloctrait_key_t;
typedef enum { omp_atv_false = 0, omp_atv_true = 1, omp_atv_contended = 3, omp_atv_uncontended = 4,
               omp_atv_serialized = 5, omp_atv_sequential = 5, omp_atv_private = 6, omp_atv_all = 7,
               omp_atv_thread = 8, omp_atv_pteam = 9, omp_atv_cgroup = 10, omp_atv_default_mem_fb = 11,
               omp_atv_null_fb = 12, omp_atv_abort_fb = 13, omp_atv_allocator_fb = 14,
               omp_atv_environment = 15, omp_atv_nearest = 16, omp_atv_blocked = 17,
               omp_atv_interleaved = 18 } omp_alloctrait_value_t;
typedef struct { omp_alloctrait_key_t key; omp_uintptr_t value; } omp_alloctrait_t;
#ifdef __cplusplus
#define MUSIMD_HANDLE : omp_uintptr_t
#define MUSIMD_ALLOCATOR = omp_null_allocator
#else
#define MUSIMD_HANDLE
#define MUSIMD_ALLOCATOR
#endif
typedef enum omp_allocator_handle_t MUSIMD_HANDLE {
  omp_null_allocator = 0, omp_default_mem_alloc = 1, omp_large_cap_mem_alloc = 2, omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4, omp_low_lat_mem_alloc = 5, omp_cgroup_mem_alloc = 6, omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8, musimd_last_allocator = UINTPTR_MAX } omp_allocator_handle_t;
typedef enum omp_memspace_handle_t MUSIMD_HANDLE {
  omp_default_mem_space = 0, omp_large_cap_mem_space = 1, omp_const_mem_space = 2, omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4, musimd_last_memspace = UINTPTR_MAX } omp_memspace_handle_t;
omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t, int, const omp_alloctrait_t *);
void omp_destroy_allocator(omp_allocator_handle_t), omp_set_default_allocator(omp_allocator_handle_t);
omp_allocator_handle_t omp_get_default_allocator(void);
void *omp_alloc(size_t, omp_allocator_handle_t MUSIMD_ALLOCATOR);
void *omp_aligned_alloc(size_t, size_t, omp_allocator_handle_t MUSIMD_ALLOCATOR);
void *omp_calloc(size_t, size_t, omp_allocator_handle_t MUSIMD_ALLOCATOR);
void *omp_aligned_calloc(size_t, size_t, size_t, omp_allocator_handle_t MUSIMD_ALLOCATOR);
void omp_free(void *, omp_allocator_handle_t MUSIMD_ALLOCATOR);
