; ORNL/HeCBench#91: a read after another thread's write, assumed to be ordered by lock step.
;
;     volatile int* s;  s[t] += s[t + 8];  s[t] += s[t + 4];  s[t] += s[t + 2];  s[t] += s[t + 1];
;
; The last steps of a sum in shared memory, without synchronisation: the code assumes that the threads of one warp
; execute one instruction at a time. With independent thread scheduling they do not: thread 0 may read s[4] before
; thread 4 has written it. numba/numba#2589 is the same bug in another library.
;
; The machine also runs in lock step, and with --races warp the sum is right, 136. `.races thread` treats the threads as
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
