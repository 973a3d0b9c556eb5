; musimd fuzz: the engines rules,impl differ
; program 1241 of the campaign with seed 0: profile mixed, seed 18081130318572782029; reduced from 80 instructions to 80
;
; what was found
;   impl: musimd cannot read its own program: program.asm:7:13: error: only 1 words fit from address 6 to the highest address, 6
;       .buffer B 6 18
;                   ^
;   program.asm:8:9: error: only 7 words fit from address 0 to the highest address, 6
;       .iota 0 24 -9 1
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile mixed --seed 18081130318572782029 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-mixed-faed143a101381cd.asm --engine rules --max-steps 2000 --max-address 6
;   musimd test --impl-server 'build/musimd serve' difference-mixed-faed143a101381cd.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 15, "warps": 2, "threads": 4,
;    "active": [2,3],
;    "variables": {"x": [0,1,2,0], "y": [0,1,2,3], "z": [1,1,1,1], "w": [0,1,0,1], "from": [0,1,2,0], "a": [null,null,null,null], "fuel": [null,null,null,null], "c": [null,null,null,null], "fuel2": [null,null,null,null]},
;    "memory": {"0": -9, "1": -8, "2": -7, "3": -6, "4": -5, "5": -4, "6": 3, "7": -2, "8": -1, "9": 0, "10": 1, "11": 2, "12": 3, "13": 4, "14": 5, "15": 6, "16": 7, "17": 8, "18": 9, "19": 10, "20": 11, "21": 12, "22": 13, "23": 14},
;    "per_warp": [
;     {"active": [2,3], "variables": {"x": [0,1,2,0], "y": [0,1,2,3], "z": [1,1,1,1], "w": [0,1,0,1], "from": [0,1,2,0], "a": [null,null,null,null], "fuel": [null,null,null,null], "c": [null,null,null,null], "fuel2": [null,null,null,null]}},
;     {"active": [2,3], "variables": {"x": [0,1,2,0], "y": [0,1,2,3], "z": [1,1,1,1], "w": [0,1,0,1], "from": [0,1,2,0], "a": [null,null,null,null], "fuel": [null,null,null,null], "c": [null,null,null,null], "fuel2": [null,null,null,null]}}],
;    "trap": {"kind":"race","rule":"ST","pc":8,"line":8,"column":1,"warp":0,"threads":[2],"message":"data race on address 6: thread 2 stores to it, and another warp used it, without a barrier in between"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:7:13: error: only 1 words fit from address 6 to the highest address, 6
;       .buffer B 6 18
;                   ^
;   program.asm:8:9: error: only 7 words fit from address 0 to the highest address, 6
;       .iota 0 24 -9 1
;               ^
;
.threads 4
.warps 2
.active 2 3
.order descending
.buffer A 0 6
.buffer B 6 18
.iota 0 24 -9 1
        everywhere
        x = tid % 3
        y = tid % 4
        z = tid < 5
        w = tid & 1
        from = tid % 3
        end_everywhere
        [6] = 3
        a = tid - 1
        shfl w, a
        w = tid
        w = w % 11
        a = wid * 12
        a = a + 9
        [a] = -6
        fuel = w & 3
        fuel = fuel + 1
again50:
        a = wid * 12
        a = a + tid
        [a] = wid
        c = y % 2
        bz c, join22
        a = wid * 12
        a = a + tid
        [a] = z
        a = wid * 12
        a = a + 8
        x = [a]
        x = x % 11
        a = z | 1
        assert a
        fuel2 = z & 3
        fuel2 = fuel2 + 1
again41:
        a = wid * 12
        a = a + 1
        y = [a]
        fuel2 = fuel2 - 1
        c = wid < 3
        c = c != 0
        c = min c, fuel2
        bnz c, again41
        sync
join22:
        sync
        a = wid * 12
        a = a + 4
        y = [a]
        y = y % 11
        fuel = fuel - 1
        c = fuel == 0
        bz c, again50
        sync
        everywhere
        a = wid * 12
        a = a + 1
        x = [a]
        x = x % 11
        end_everywhere
        c = wid <= 2
        bz c, else59
        a = wid * 12
        a = a + 10
        [a] = -3
        jump join63
else59:
        z = ballot tid
        z = z % 11
        a = wid * 12
        a = a + tid
        [a] = x
join63:
        sync
        a = wid * 12
        a = a + 4
        [a] = -7
        a = wid * 12
        a = a + tid
        [a] = tid
        a = wid * 12
        a = a + 1
        y = [a]
        y = y % 11
        stop
