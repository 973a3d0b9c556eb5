; musimd fuzz: the engines rules,impl differ
; program 819 of the campaign with seed 0: profile soup, seed 3132935728666441519; reduced from 44 instructions to 3
;
; what was found
;   impl: /memory/19: expected nothing, got 0
;   /steps: expected 8, got 9
;   /trap/column: expected 9, got null
;   /trap/kind: expected "invalid-address", got "pc-out-of-program"
;   /trap/line: expected 6, got null
;   /trap/pc: expected 3, got 4
;   /trap/rule: expected "ST", got "IT"
;   /trap/warp: expected 2, got 0
;   
;
; the whole program again
;   musimd fuzz --profile soup --seed 3132935728666441519 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-soup-2b7a6c723b4af72f.asm --engine rules --max-steps 2000 --max-address 18
;   musimd test --impl-server 'build/musimd serve' difference-soup-2b7a6c723b4af72f.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 8, "warps": 3, "threads": 1,
;    "active": [0],
;    "variables": {"x": [1]},
;    "memory": {"1": 0, "10": 0},
;    "per_warp": [
;     {"active": [0], "variables": {"x": [1]}},
;     {"active": [0], "variables": {"x": [10]}},
;     {"active": [0], "variables": {"x": [19]}}],
;    "trap": {"kind":"invalid-address","rule":"ST","pc":3,"line":39,"column":9,"warp":2,"threads":[0],"message":"thread 0 uses the address 19, which is above the highest address"}}
;
; result of impl
;   {"active":[0],"format":1,"memory":{"1":0,"10":0,"19":0},"outcome":"trap","per_warp":[{"active":[0],"variables":{"x":[1]}},{"active":[0],"variables":{"x":[10]}},{"active":[0],"variables":{"x":[19]}}],"steps":9,"threads":1,"trap":{"column":null,"kind":"pc-out-of-program","line":null,"message":"control runs past the last instruction; a 'stop' is missing here","pc":4,"rule":"IT","threads":[0],"warp":0},"variables":{"x":[1]},"warps":3}
;
.threads 1
.warps 3
        x = wid * 9
        x = x + 1
        [x] = 0
