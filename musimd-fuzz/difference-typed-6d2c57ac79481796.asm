; musimd fuzz: the engines rules,impl differ
; program 190 of the campaign with seed 0: profile typed, seed 7866759047390173078; reduced from 54 instructions to 1
;
; what was found
;   impl: it refuses the program: "program.asm:3:1: error: unknown instruction p = hypot.f16 0 , 0\n"
;
; the whole program again
;   musimd fuzz --profile typed --seed 7866759047390173078 --count 1 --impl-server 'python3 implementations/python/musimd.py --server'
; this one again
;   musimd run difference-typed-6d2c57ac79481796.asm --engine rules --max-steps 2000
;   musimd test --impl-server 'python3 implementations/python/musimd.py --server' difference-typed-6d2c57ac79481796.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 1, "warps": 1, "threads": 1,
;    "active": [0],
;    "variables": {"p": [0]},
;    "memory": {},
;    "trap": {"kind":"pc-out-of-program","rule":"IT","pc":2,"line":null,"column":null,"warp":0,"threads":[0],"message":"control runs past the last instruction; a 'stop' is missing here"}}
;
; result of impl
;   it refuses the program: "program.asm:3:1: error: unknown instruction p = hypot.f16 0 , 0\n"
;
.threads 1
        p = hypot.f16 0, 0
