; musimd fuzz: the engines rules,impl differ
; program 160 of the campaign with seed 0: profile typed, seed 16333451868175699232; reduced from 60 instructions to 1
;
; what was found
;   impl: it refuses the program: "program.asm:3:1: error: unknown instruction q = tan.f16 0\n"
;
; the whole program again
;   musimd fuzz --profile typed --seed 16333451868175699232 --count 1 --impl-server 'python3 implementations/python/musimd.py --server'
; this one again
;   musimd run difference-typed-e2ac13ef8e8d8d20.asm --engine rules --max-steps 2000
;   musimd test --impl-server 'python3 implementations/python/musimd.py --server' difference-typed-e2ac13ef8e8d8d20.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 1, "warps": 1, "threads": 1,
;    "active": [0],
;    "variables": {"q": [0]},
;    "memory": {},
;    "trap": {"kind":"pc-out-of-program","rule":"IT","pc":2,"line":null,"column":null,"warp":0,"threads":[0],"message":"control runs past the last instruction; a 'stop' is missing here"}}
;
; result of impl
;   it refuses the program: "program.asm:3:1: error: unknown instruction q = tan.f16 0\n"
;
.threads 1
        q = tan.f16 0
