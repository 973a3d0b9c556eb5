; musimd fuzz: the engines rules,impl differ
; program 1901 of the campaign with seed 0: profile mixed, seed 16281328998386722801; reduced from 41 instructions to 41
;
; what was found
;   impl: musimd cannot read its own program: program.asm:6:9: error: these 32 words run past the highest address, 25
;       .memory 0: -9 5 8 -6 1 7 -3 -2 7 -1 4 -4 8 7 -9 …
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile mixed --seed 16281328998386722801 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-mixed-e1f2e6763c1b67f1.asm --engine rules --max-steps 2000 --max-address 25
;   musimd test --impl-server 'build/musimd serve' difference-mixed-e1f2e6763c1b67f1.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 58, "warps": 2, "threads": 8,
;    "active": [1,2,3,5,6,7],
;    "variables": {"x": [7,9,9,9,7,9,9,9], "y": [0,0,0,0,1,0,0,0], "z": [9,9,9,9,9,9,9,9], "w": [1,0,0,0,0,0,0,0], "from": [0,1,2,0,0,2,0,1], "a": [null,1,2,3,null,5,6,7], "fuel": [0,1,2,3,0,1,2,3], "c": [null,4,4,4,null,4,4,4]},
;    "memory": {"0": -9, "1": 2, "2": 2, "3": 2, "4": 1, "5": 2, "6": 2, "7": 2, "8": 7, "9": -1, "10": 4, "11": -4, "12": 8, "13": 7, "14": -9, "15": 7, "16": 9, "17": 2, "18": 2, "19": 2, "20": 5, "21": 2, "22": 2, "23": 2, "24": 9, "25": -8, "26": 2, "27": -7, "28": -8, "29": -5, "30": 3, "31": -8},
;    "per_warp": [
;     {"active": [1,2,3,5,6,7], "variables": {"x": [7,9,9,9,7,9,9,9], "y": [0,0,0,0,1,0,0,0], "z": [9,9,9,9,9,9,9,9], "w": [1,0,0,0,0,0,0,0], "from": [0,1,2,0,0,2,0,1], "a": [null,1,2,3,null,5,6,7], "fuel": [0,1,2,3,0,1,2,3], "c": [null,4,4,4,null,4,4,4]}},
;     {"active": [1,2,3,5,6,7], "variables": {"x": [7,9,9,9,7,9,9,9], "y": [0,0,0,0,1,0,0,0], "z": [9,9,9,9,9,9,9,9], "w": [1,0,0,0,0,0,0,0], "from": [0,1,2,0,0,2,0,1], "a": [null,17,18,19,null,21,22,23], "fuel": [0,1,2,3,0,1,2,3], "c": [null,4,4,4,null,4,4,4]}}],
;    "trap": {"kind":"end-everywhere-without-everywhere","rule":"EE","pc":31,"line":31,"column":1,"warp":0,"threads":[1,2,3,5,6,7],"message":"end_everywhere with no everywhere block open"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:6:9: error: these 32 words run past the highest address, 25
;       .memory 0: -9 5 8 -6 1 7 -3 -2 7 -1 4 -4 8 7 -9 …
;               ^
;
.threads 8
.warps 2
.word 64 wrap
.registers restore
.memory 0: -9 5 8 -6 1 7 -3 -2 7 -1 4 -4 8 7 -9 7 9 -2 8 6 5 7 6 7 9 -8 2 -7 -8 -5 3 -8
        x = 7
        y = tid % 3
        z = 9
        w = tid < 1
        from = tid % 2
        everywhere
        a = tid - 3
        from = w
        shfl from, a
        z = z
        z = max z, 5
        end_everywhere
        fuel = tid & 3
L14:
        bz fuel, L40
        from = y
        shfl from, tid
        y = 9 > 2
        c = z % 5
        bnz c, L21
        jump L24
L21:
        a = wid * 16
        a = a + tid
        [a] = y
L24:
        sync
        a = wid * 16
        a = a + tid
        x = atomic_inc [a]
        y = x & 5
        x = min 9, z
        shfl z, 5
        end_everywhere
        shfl w, 2
        everywhere
        end_everywhere
        everywhere
        z = w
        end_everywhere
        fuel = fuel - 1
        jump L14
L40:
        sync
        stop
