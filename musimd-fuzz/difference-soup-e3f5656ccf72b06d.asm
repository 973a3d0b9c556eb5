; musimd fuzz: the engines rules,impl differ
; program 249 of the campaign with seed 0: profile soup, seed 16426146733915025517; reduced from 4 instructions to 4
;
; what was found
;   impl: musimd cannot read its own program: program.asm:5:9: error: these 40 words run past the highest address, 25
;       .memory 0: -6 -8 -6 1 1 6 8 8 -7 6 8 -6 1 9 -3 -…
;               ^
;   
;
; the whole program again
;   musimd fuzz --profile soup --seed 16426146733915025517 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-soup-e3f5656ccf72b06d.asm --engine rules --max-steps 2000 --max-address 25
;   musimd test --impl-server 'build/musimd serve' difference-soup-e3f5656ccf72b06d.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 0, "warps": 1, "threads": 32,
;    "active": [0,1,2,4,6,10,11,14,15,16,17,18,20,22,23,26,27,28,30,31],
;    "variables": {"x": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null], "y": [null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]},
;    "memory": {"0": -6, "1": -8, "2": -6, "3": 1, "4": 1, "5": 6, "6": 8, "7": 8, "8": -7, "9": 6, "10": 8, "11": -6, "12": 1, "13": 9, "14": -3, "15": -7, "16": 4, "17": 1, "18": -9, "19": 3, "20": -7, "21": 2, "22": -5, "23": -7, "24": -1, "25": -1, "26": -4, "27": -2, "28": 3, "29": -3, "30": -3, "31": -6, "32": 2, "33": -4, "34": -2, "35": -4, "36": -2, "37": -1, "38": -1, "39": 3},
;    "trap": {"kind":"undefined-variable","rule":"MV","pc":1,"line":1,"column":1,"warp":0,"threads":[0],"message":"thread 0 reads 'x', which it never wrote"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:5:9: error: these 40 words run past the highest address, 25
;       .memory 0: -6 -8 -6 1 1 6 8 8 -7 6 8 -6 1 9 -3 -…
;               ^
;
.threads 32
.active 0-2 4 6 10 11 14-18 20 22 23 26-28 30 31
.order random 4265429114
.memory 0: -6 -8 -6 1 1 6 8 8 -7 6 8 -6 1 9 -3 -7 4 1 -9 3 -7 2 -5 -7 -1 -1 -4 -2 3 -3 -3 -6 2 -4 -2 -4 -2 -1 -1 3
        bz x, L4
        jump L5
        y = wid
L4:
        stop
L5:
