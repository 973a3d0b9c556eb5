; race: between threads, two that store to one address in one instruction conflict, equal values too; the lower one is
; reported, though it came first.
.threads 4
.races thread
        a = max tid, 1   ; threads 0 and 1 meet at address 1
        a = a + 10
        b = tid == 0
        c = b * 20
        a = a + c        ; thread 0 at 31, threads 1, 2 and 3 at 11, 12 and 13
        d = tid == 3
        a = a - d        ; thread 3 at 12, with thread 2
        [a] = 5
        stop
.expect trap race 12 threads: 2
.covers race
