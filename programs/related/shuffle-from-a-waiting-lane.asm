; Outside of an `everywhere` block, a shuffle cannot read a lane that waits in Π.
;
; Threads 0 and 1 are in a branch, 2 and 3 wait. The shuffle from lane 3 makes x undefined (rule SI), which does not trap
; until x is read; the shuffle from lane 1 is valid. In CUDA and SPIR-V the first is undefined; ISPC's shuffle returns
; the contents of lane 3's register, active or not.
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
