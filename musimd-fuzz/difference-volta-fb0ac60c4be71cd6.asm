; musimd fuzz: the engines rules,impl differ
; program 254 of the campaign with seed 0: profile volta, seed 18089488609402363094; reduced from 55 instructions to 7
;
; what was found
;   impl: /warnings/0/line: expected 14, got 12
;   /warnings/0/pc: expected 7, got 6
;   /warnings/0/warp: expected 1, got 0
;   /warnings/1/line: expected 12, got 14
;   /warnings/1/pc: expected 6, got 7
;   /warnings/1/warp: expected 0, got 1
;
; the whole program again
;   musimd fuzz --profile volta --seed 18089488609402363094 --count 1 --impl-server 'implementations/prolog/musimd-prolog --server'
; this one again
;   musimd run difference-volta-fb0ac60c4be71cd6.asm --engine rules --max-steps 2000
;   musimd test --impl-server 'implementations/prolog/musimd-prolog --server' difference-volta-fb0ac60c4be71cd6.asm
;
; result of rules
;   {"format": 1, "model": "volta", "outcome": "trap", "steps": 41, "warps": 2, "threads": 7, "blocks": 1, "block_threads": 9,
;    "active": [1,2,3,4,5,6],
;    "exited": [0],
;    "variables": {"c0": [1,0,0,0,0,0,0]},
;    "memory": {},
;    "per_warp": [
;     {"active": [1,2,3,4,5,6], "exited": [0], "variables": {"c0": [1,0,0,0,0,0,0]}},
;     {"active": [1], "exited": [0], "variables": {"c0": [1,0,null,null,null,null,null]}}],
;    "warnings": [{"kind":"collective-exited","pc":7,"line":46,"warp":1,"threads":[0],"message":"the mask names thread {0}, which has exited"},
;     {"kind":"collective-exited","pc":6,"line":44,"warp":0,"threads":[0],"message":"the mask names thread {0}, which has exited"}],
;    "trap": {"kind":"pc-out-of-program","rule":"IT","pc":8,"line":null,"column":null,"warp":1,"threads":[1],"message":"control runs past the last instruction; a 'stop' is missing here"}}
;
; result of impl
;   {"active":[1,2,3,4,5,6],"block_threads":9,"blocks":1,"exited":[0],"format":1,"memory":{},"model":"volta","outcome":"trap","per_warp":[{"active":[1,2,3,4,5,6],"exited":[0],"variables":{"c0":[1,0,0,0,0,0,0]}},{"active":[1],"exited":[0],"variables":{"c0":[1,0,null,null,null,null,null]}}],"steps":41,"threads":7,"trap":{"column":null,"kind":"pc-out-of-program","line":null,"message":"pc-out-of-program","pc":8,"rule":"IT","threads":[1],"warp":1},"variables":{"c0":[1,0,0,0,0,0,0]},"warnings":[{"kind":"collective-exited","line":12,"message":"collective-exited","pc":6,"threads":[0],"warp":0},{"kind":"collective-exited","line":14,"message":"collective-exited","pc":7,"threads":[0],"warp":1}],"warps":2}
;
.threads 7
.block 9
.model volta
.order descending
        c0 = tid == 0
        bz c0, L4
        exit
L4:
        c0 = btid & 3
        bz c0, L7
        c0 = vote.ballot 127, 0
L7:
        c0 = vote.ballot 127, 0
