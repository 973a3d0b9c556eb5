; musimd fuzz: the engines rules,impl differ
; program 1189 of the campaign with seed 0: profile memory, seed 15539770072472112521; reduced from 35 instructions to 1
;
; what was found
;   impl: /memory/17: expected nothing, got 0
;   /steps: expected 0, got 1
;   /trap/column: expected 9, got null
;   /trap/kind: expected "invalid-address", got "pc-out-of-program"
;   /trap/line: expected 3, got null
;   /trap/pc: expected 1, got 2
;   /trap/rule: expected "ST", got "IT"
;   
;
; the whole program again
;   musimd fuzz --profile memory --seed 15539770072472112521 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-memory-d7a85a8c34f24d89.asm --engine rules --max-steps 2000 --max-address 16
;   musimd test --impl-server 'build/musimd serve' difference-memory-d7a85a8c34f24d89.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 0, "warps": 1, "threads": 1,
;    "active": [0],
;    "variables": {},
;    "memory": {},
;    "trap": {"kind":"invalid-address","rule":"ST","pc":1,"line":31,"column":9,"warp":0,"threads":[0],"message":"thread 0 uses the address 17, which is above the highest address"}}
;
; result of impl
;   {"active":[0],"format":1,"memory":{"17":0},"outcome":"trap","steps":1,"threads":1,"trap":{"column":null,"kind":"pc-out-of-program","line":null,"message":"control runs past the last instruction; a 'stop' is missing here","pc":2,"rule":"IT","threads":[0],"warp":0},"variables":{},"warps":1}
;
.threads 1
        [17] = 0
