; SIMT-Step's test of its model CM, in which a memory access is one step of all active threads:
;
;     part = gl_SubgroupInvocationID;  read = atomicLoad(part);  assert(subgroupAllEqual(read));
;
; Source: cm.comp (Fig. 3 of the paper) of the artifact of Chen, Rehman, Martínez, Sorensen: SIMT-Step Execution, PLDI 2026:
; github.com/ArberSephirotheca/gpu-subgroup_semantics-TLAPlus, branch khronos, 3741803b, example_shader_program/
; synchronization; here of one subgroup. The last store stays, and all read it: where warps run in lock step in every
; schedule, under volta in this one; `musimd explore --model both` finds others, which the paper's weaker models allow.
.threads 2
        store.relaxed.grid [0], tid
        read = load.relaxed.grid [0]
        same = match.all 3, read
        stop
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var same: 3 3
