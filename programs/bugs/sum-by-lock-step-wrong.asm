; ORNL/HeCBench#91: a read after a write between threads, taken for ordered by the lock step.
;
;     volatile int* s;  s[t] += s[t + 8];  s[t] += s[t + 4];  s[t] += s[t + 2];  s[t] += s[t + 1];
;
; The last steps of a sum in shared memory, without any synchronisation: all threads are of one warp, and a warp does
; one instruction at a time. On cards whose threads are scheduled independently it does not: thread 0 may read s[4]
; before thread 4 has written it. numba/numba#2589 is the same in another library.
;
; The machine runs in lock step too, and with --races warp the sum comes out, 136. `.races thread` takes the threads for
; independent, as the kernel's are: the first read of a word that another thread has written is the trap race.
.threads 8
.races thread
.iota 0 16 1
        a = tid + 8
        x = [tid]
        y = [a]
        x = x + y
        [tid] = x
        a = tid + 4
        x = [tid]
        y = [a]                 ; thread 0 reads what thread 4 has written
        x = x + y
        [tid] = x
        a = tid + 2
        x = [tid]
        y = [a]
        x = x + y
        [tid] = x
        a = tid + 1
        x = [tid]
        y = [a]
        x = x + y
        [tid] = x
        stop
.expect trap race 21
