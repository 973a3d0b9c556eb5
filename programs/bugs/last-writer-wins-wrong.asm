; pytorch/pytorch#88096: several threads store to one word, and the program relies on one of them being last.
;
;     out[index[t]] = value[t];
;
; A scatter with repeated indices. On one processor the last value stays; on a GPU any of them may, and the issue
; reports different results from the two.
;
; The machine: threads 1, 2 and 3 store different values to one address in one instruction: the trap race.
.threads 5
.const INDEX 0
.const VALUE 8
.const OUT 16
.memory INDEX: 0 1 1 1 2
.memory VALUE: 50 61 72 83 94
        a = tid + INDEX
        i = [a]
        a = tid + VALUE
        v = [a]
        o = i + OUT
        [o] = v                 ; threads 1, 2 and 3: one address
        stop
.expect trap race 20
