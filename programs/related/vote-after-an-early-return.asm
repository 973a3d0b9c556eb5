; One thread returns before a vote that names all:
;
;     if (i == 3) return;   v = __ballot_sync(full, 1);
;
; Nobody waits for a thread that has exited: three vote, in both models, with a warning. CUDA since Volta means the same; up
; to Pascal the masks must name exactly the active threads, so this is undefined there. In SPIR-V under maximal reconvergence
; and in ISPC those that have returned do not vote.
.threads 4
        c = tid == 3
        bz c, go
        exit
go:     sync
        v = vote.ballot 15, 1
        stop
.expect lockstep stop
.expect lockstep var v: 7 7 7 _
.expect lockstep exited: 3
.expect lockstep warning collective-exited 13
.expect volta stop
.expect volta var v: 7 7 7 _
.expect volta exited: 3
.expect volta warning collective-exited 13
