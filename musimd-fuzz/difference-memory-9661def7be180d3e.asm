; musimd fuzz: the engines rules,impl differ
; program 454 of the campaign with seed 0: profile memory, seed 10836187334057659710; reduced from 48 instructions to 48
;
; what was found
;   impl: musimd cannot read its own program: program.asm:4:13: error: only 9 words fit from address 0 to the highest address, 8
;       .buffer A 0 12
;                   ^
;   program.asm:6:9: error: these 11 words run past the highest address, 8
;       .memory 1: 6 5 2 5 -3 -6 -3 -5 5 5 -7
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile memory --seed 10836187334057659710 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-memory-9661def7be180d3e.asm --engine rules --max-steps 2000 --max-address 8
;   musimd test --impl-server 'build/musimd serve' difference-memory-9661def7be180d3e.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 36, "warps": 1, "threads": 4,
;    "active": [0,1,2,3],
;    "variables": {"x": [5,6,5,2], "y": [0,1,2,3], "z": [4,4,4,4], "w": [0,0,0,0], "from": [0,0,2,2], "c": [1,1,1,1], "a": [7,8,9,10], "fuel": [1,1,1,1], "fuel2": [0,0,0,0]},
;    "memory": {"0": 0, "1": 0, "2": 0, "3": 0, "4": 5, "5": 2, "6": 2, "7": 2, "8": 2, "9": 5, "10": 5, "11": -7},
;    "trap": {"kind":"invalid-address","rule":"LD","pc":27,"line":27,"column":1,"warp":0,"threads":[2],"message":"thread 2 uses the address 9, which is outside every buffer"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:4:13: error: only 9 words fit from address 0 to the highest address, 8
;       .buffer A 0 12
;                   ^
;   program.asm:6:9: error: these 11 words run past the highest address, 8
;       .memory 1: 6 5 2 5 -3 -6 -3 -5 5 5 -7
;               ^
;
.threads 4
.registers restore
.buffer A 0 12
.iota 0 1 1 1
.memory 1: 6 5 2 5 -3 -6 -3 -5 5 5 -7
        x = tid % 6
        y = tid % 7
        z = 4
        w = tid & 7
        from = tid & 2
        w = 4 / 7
        c = z & 7
        bz c, else8
        a = tid + 5
        [a] = 2
        fuel = w & 3
        fuel = fuel + 1
again32:
        fuel2 = 2
        fuel2 = fuel2 + 1
again19:
        a = w & 7
        [a] = -8
        fuel2 = fuel2 - 1
        c = fuel2 == 0
        bz c, again19
        sync
        a = w & 7
        [a] = 5
        a = y & 7
        x = fetch_inc [a], 1
        x = x % 11
        a = tid + 7
        z = [a]
        z = z % 11
        z = 6
        z = z % 11
        fuel = fuel - 1
        bnz fuel, again32
        sync
        w = y
        w = w % 11
        jump join36
else8:
        a = w & 7
        [a] = -7
join36:
        sync
        y = wid <= x
        y = y % 11
        bnz tid, join42
        z = [10]
        z = z % 11
join42:
        sync
        [1] = -8
        [tid] = w
        stop
