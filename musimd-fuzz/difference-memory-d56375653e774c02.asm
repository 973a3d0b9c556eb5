; musimd fuzz: the engines rules,impl differ
; program 634 of the campaign with seed 0: profile memory, seed 15376262630473157634; reduced from 84 instructions to 84
;
; what was found
;   impl: musimd cannot read its own program: program.asm:5:9: error: these 56 words run past the highest address, 36
;       .memory 0: 6 -9 2 -5 4 -9 -5 5 7 7 2 -6 0 9 -8 -…
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile memory --seed 15376262630473157634 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-memory-d56375653e774c02.asm --engine rules --max-steps 2000 --max-address 36
;   musimd test --impl-server 'build/musimd serve' difference-memory-d56375653e774c02.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 5, "warps": 1, "threads": 48,
;    "active": [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47],
;    "variables": {"x": [-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3,-3], "y": [0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7], "z": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], "w": [1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], "from": [0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7], "c": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null], "a": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null], "fuel": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]},
;    "memory": {"0": 6, "1": -9, "2": 2, "3": -5, "4": 4, "5": -9, "6": -5, "7": 5, "8": 7, "9": 7, "10": 2, "11": -6, "12": 0, "13": 9, "14": -8, "15": -3, "16": -6, "17": 7, "18": 7, "19": -3, "20": 3, "21": 8, "22": -9, "23": -4, "24": 3, "25": 9, "26": -5, "27": -3, "28": -6, "29": 7, "30": 5, "31": 0, "32": -9, "33": -6, "34": 4, "35": -8, "36": -9, "37": -1, "38": 3, "39": 1, "40": -5, "41": -2, "42": -5, "43": 5, "44": -2, "45": 9, "46": 0, "47": 1, "48": -4, "49": -7, "50": -4, "51": 7, "52": 8, "53": 4, "54": -3, "55": -5},
;    "trap": {"kind":"invalid-address","rule":"LD","pc":6,"line":6,"column":1,"warp":0,"threads":[37],"message":"thread 37 uses the address 37, which is above the highest address"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:5:9: error: these 56 words run past the highest address, 36
;       .memory 0: 6 -9 2 -5 4 -9 -5 5 7 7 2 -6 0 9 -8 -…
;               ^
;
.threads 48
.registers restore
.order descending
.memory 0: 6 -9 2 -5 4 -9 -5 5 7 7 2 -6 0 9 -8 -3 -6 7 7 -3 3 8 -9 -4 3 9 -5 -3 -6 7 5 0 -9 -6 4 -8 -9 -1 3 1 -5 -2 -5 5 -2 9 0 1 -4 -7 -4 7 8 4 -3 -5
        x = -3
        y = tid % 8
        z = 0
        w = tid < 6
        from = tid % 8
        c = [tid]
        bnz c, join7
        z = ballot wid
        z = z % 11
        c = w & 7
        bz c, else11
        w = [tid]
        w = w % 11
        a = y & 7
        [a] = 6
        everywhere
        end_everywhere
        shfl y, 0
        everywhere
        end_everywhere
        y = y % 11
        everywhere
        everywhere
        end_everywhere
        shfl y, 28
        everywhere
        end_everywhere
        y = y % 11
        y = [tid]
        y = y % 11
        end_everywhere
        jump join32
else11:
        x = [30]
        x = x % 11
        a = tid ^ 2
        from = tid
        shfl from, a
        [tid] = y
        fuel = 2
head47:
        bz fuel, exit40
        c = z % 4
        bnz c, join42
        x = [tid]
        x = x % 11
join42:
        sync
        fuel = fuel - 1
        jump head47
exit40:
        sync
        a = z & 7
        w = [a]
        w = w % 11
join32:
        sync
        fuel = 2
head61:
        c = w % 3
        c = c != 0
        c = min c, fuel
        bz c, exit57
        a = x & 7
        [a] = -2
        fuel = fuel - 1
        jump head61
exit57:
        sync
        y = -2 / 5
        y = y % 11
        everywhere
        a = w | 1
        assert a
        end_everywhere
join7:
        sync
        w = [38]
        w = w % 11
        a = tid + 7
        [a] = 6
        fuel = tid & 3
head80:
        c = fuel == 0
        bnz c, exit76
        x = min 8, tid
        x = x % 11
        fuel = fuel - 1
        jump head80
exit76:
        sync
        w = [tid]
        w = w % 11
        stop
