; llvm/llvm-project#155682: all threads pass a value to a shuffle, but only one thread has set it.
;
;     int row;  if (lane == 0) row = atomicAdd(next, 1);  row = shfl_sync(ALL, row, 0) + lane;
;
; One thread takes a number for all threads. (The issue's adds 16.) The mask is right and lane 0 has a value. But the
; shuffle is a function, its argument is a copy, and the other threads copy a variable that they never set. That is
; undefined behaviour, and one compiler removed the branch because of it, so that all threads added.
;
; The machine: written with the copy, as C++ defines it, the program traps with undefined-variable at the copy, in thread
; 1. (The machine's own shfl reads only the lane's variable: without the copy, `shfl row, 0` would be correct.)
.threads 8
.const NEXT 0
.memory NEXT: 100
        bnz tid, join
        row = atomic_inc [NEXT]
join:   sync
        argument = row          ; threads 1 to 7 have no row
        shfl argument, 0
        row = argument + tid
        stop
.expect trap undefined-variable 17
