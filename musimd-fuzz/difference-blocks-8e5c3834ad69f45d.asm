; musimd fuzz: the engines rules,impl differ
; program 297 of the campaign with seed 0: profile blocks, seed 10258135850142004317; reduced from 113 instructions to 4
;
; what was found
;   impl: /warnings/0/kind: expected "collective-exited", got "barrier-exited"
;   /warnings/0/line: expected 6, got 7
;   /warnings/0/pc: expected 3, got 4
;   /warnings/1/kind: expected "barrier-exited", got "collective-exited"
;   /warnings/1/line: expected 7, got 6
;   /warnings/1/pc: expected 4, got 3
;
; the whole program again
;   musimd fuzz --profile blocks --seed 10258135850142004317 --count 1 --impl-server 'implementations/prolog/musimd-prolog --server'
; this one again
;   musimd run difference-blocks-8e5c3834ad69f45d.asm --engine rules --max-steps 2000
;   musimd test --impl-server 'implementations/prolog/musimd-prolog --server' difference-blocks-8e5c3834ad69f45d.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 4, "warps": 1, "threads": 2,
;    "active": [0],
;    "exited": [1],
;    "variables": {},
;    "memory": {},
;    "warnings": [{"kind":"collective-exited","pc":3,"line":35,"warp":0,"threads":[1],"message":"the mask names thread {1}, which has exited"},
;     {"kind":"barrier-exited","pc":4,"line":36,"warp":0,"threads":[1],"message":"the block barrier opens without threads that have exited, which __syncthreads does not allow"}],
;    "trap": {"kind":"pc-out-of-program","rule":"IT","pc":5,"line":null,"column":null,"warp":0,"threads":[0],"message":"control runs past the last instruction; a 'stop' is missing here"}}
;
; result of impl
;   {"active":[0],"exited":[1],"format":1,"memory":{},"outcome":"trap","steps":4,"threads":2,"trap":{"column":null,"kind":"pc-out-of-program","line":null,"message":"pc-out-of-program","pc":5,"rule":"IT","threads":[0],"warp":0},"variables":{},"warnings":[{"kind":"barrier-exited","line":7,"message":"barrier-exited","pc":4,"threads":[1],"warp":0},{"kind":"collective-exited","line":6,"message":"collective-exited","pc":3,"threads":[1],"warp":0}],"warps":1}
;
.threads 2
        bz tid, L3
        exit
L3:
        syncwarp 3
        block_barrier
