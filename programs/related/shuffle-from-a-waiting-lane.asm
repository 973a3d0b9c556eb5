; Outside of an `everywhere` block, a lane that waits in Π cannot be shuffled from.
;
; Threads 0 and 1 are in a branch, 2 and 3 wait. The shuffle from lane 3 makes x undefined (rule SI), which is no trap
; as long as nobody reads it; from lane 1 it is good. CUDA calls the first undefined, SPIR-V too; ISPC's shuffle
; brings whatever lane 3 has in its register, active or not.
.threads 4
        x = tid * 10
        y = tid * 10
        c = tid < 2
        bz c, join
        shfl x, 3
        shfl y, 1
join:   sync
        stop
.expect stop
.expect var x: _ _ 20 30
.expect var y: 10 10 20 30
