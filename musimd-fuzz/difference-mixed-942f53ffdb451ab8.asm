; musimd fuzz: the engines rules,impl differ
; program 1496 of the campaign with seed 0: profile mixed, seed 10677845599879240376; reduced from 83 instructions to 83
;
; what was found
;   impl: musimd cannot read its own program: program.asm:5:9: error: only 33 words fit from address 0 to the highest address, 32
;       .iota 0 34 -7 1
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile mixed --seed 10677845599879240376 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-mixed-942f53ffdb451ab8.asm --engine rules --max-steps 2000 --max-address 32
;   musimd test --impl-server 'build/musimd serve' difference-mixed-942f53ffdb451ab8.asm
;
; result of rules
;   {"format": 1, "outcome": "stop", "steps": 225, "warps": 2, "threads": 9,
;    "active": [0,1,2,3,4,5,6,7,8],
;    "variables": {"x": [3,3,3,3,3,3,3,3,3], "y": [6,6,6,6,6,6,6,6,6], "z": [4,4,4,4,4,4,4,4,4], "w": [3,3,3,3,3,3,3,3,3], "from": [9,9,9,9,9,9,9,9,9], "a": [0,1,2,3,4,5,6,7,8], "c": [1,1,1,1,1,1,1,1,1], "fuel": [0,0,0,0,0,0,0,0,0]},
;    "memory": {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 2, "10": 3, "11": 4, "12": 5, "13": 6, "14": 7, "15": 5, "16": 9, "17": 0, "18": 1, "19": 2, "20": 3, "21": 4, "22": 5, "23": 6, "24": 7, "25": 8, "26": 19, "27": 20, "28": 21, "29": 22, "30": 23, "31": 24, "32": 25, "33": 26},
;    "per_warp": [
;     {"active": [0,1,2,3,4,5,6,7,8], "variables": {"x": [3,3,3,3,3,3,3,3,3], "y": [6,6,6,6,6,6,6,6,6], "z": [4,4,4,4,4,4,4,4,4], "w": [3,3,3,3,3,3,3,3,3], "from": [9,9,9,9,9,9,9,9,9], "a": [0,1,2,3,4,5,6,7,8], "c": [1,1,1,1,1,1,1,1,1], "fuel": [0,0,0,0,0,0,0,0,0]}},
;     {"active": [0,1,2,3,4,5,6,7,8], "variables": {"x": [9,9,9,9,9,9,9,9,9], "y": [6,6,6,6,6,6,6,6,6], "z": [4,4,4,4,4,4,4,4,4], "w": [2,2,2,2,2,2,2,2,2], "from": [9,9,9,9,9,9,9,9,9], "a": [17,18,19,20,21,22,23,24,25], "c": [1,1,1,1,1,1,1,1,1], "fuel": [0,0,0,0,0,0,0,0,0]}}]}
;
; result of impl
;   musimd cannot read its own program: program.asm:5:9: error: only 33 words fit from address 0 to the highest address, 32
;       .iota 0 34 -7 1
;               ^
;
.threads 9
.warps 2
.order descending
.iota 0 34 -7 1
        x = tid < 2
        y = tid < 1
        z = tid & 5
        w = 3
        from = 9
        z = 7
        z = z % 11
        a = wid * 17
        a = a + 4
        c = [a]
        bnz c, else11
        jump join12
else11:
        everywhere
        a = wid * 17
        a = a + tid
        x = [a]
        x = x % 11
        a = wid * 17
        a = a + 10
        x = [a]
        x = x % 11
        a = wid * 17
        a = a + tid
        [a] = tid
        a = wid * 17
        a = a + 11
        z = [a]
        a = wid * 17
        a = a + 11
        y = [a]
        y = y % 11
        fuel = 2
        fuel = fuel + 1
again43:
        z = ballot tid
        z = z % 11
        c = y % 4
        bnz c, join37
        a = wid * 17
        a = a + 15
        [a] = 5
join37:
        sync
        fuel = fuel - 1
        bnz fuel, again43
        sync
        end_everywhere
        a = wid * 17
        a = a + tid
        w = [a]
        w = w % 11
join12:
        sync
        w = -7
        w = w % 11
        a = wid * 17
        a = a + 4
        z = [a]
        bz x, else56
        jump join57
else56:
        a = wid * 17
        a = a + 9
        [a] = 2
join57:
        sync
        a = wid * 17
        a = a + 10
        c = [a]
        bz c, join65
        fuel = tid & 3
        fuel = fuel + 1
again72:
        w = y * 9
        w = w % 11
        fuel = fuel - 1
        c = fuel == 0
        bz c, again72
        sync
join65:
        sync
        a = wid * 17
        a = a + tid
        y = [a]
        y = y % 11
        y = [13]
        y = y % 11
        shfl z, tid
        z = z % 11
        stop
