; musimd fuzz: the engines rules,impl differ
; program 1839 of the campaign with seed 0: profile soup, seed 10413285001311378139; reduced from 36 instructions to 36
;
; what was found
;   impl: musimd cannot read its own program: program.asm:8:7: error: an address must be 0 … 11, found 12
;       .fill 12 12 2
;             ^
;   
;
; the whole program again
;   musimd fuzz --profile soup --seed 10413285001311378139 --count 1 --impl-server 'build/musimd serve'
; this one again
;   musimd run difference-soup-90836b8968115adb.asm --engine rules --max-steps 2000 --max-address 11
;   musimd test --impl-server 'build/musimd serve' difference-soup-90836b8968115adb.asm
;
; result of rules
;   {"format": 1, "outcome": "trap", "steps": 2, "warps": 2, "threads": 4,
;    "active": [0,1,2,3],
;    "variables": {"x": [null,null,null,null], "y": [null,null,null,null], "z": [null,null,null,null], "w": [null,null,null,null], "from": [null,null,null,null], "a": [null,null,null,null], "c": [null,null,null,null]},
;    "memory": {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "11": 11, "12": 2, "13": 2, "14": 2, "15": 2, "16": 2, "17": 2, "18": 2, "19": 2, "20": 2, "21": 2, "22": 2, "23": 2},
;    "per_warp": [
;     {"active": [0,1,2,3], "variables": {"x": [null,null,null,null], "y": [null,null,null,null], "z": [null,null,null,null], "w": [null,null,null,null], "from": [null,null,null,null], "a": [null,null,null,null], "c": [null,null,null,null]}},
;     {"active": [0,1,2,3], "variables": {"x": [null,null,null,null], "y": [null,null,null,null], "z": [null,null,null,null], "w": [null,null,null,null], "from": [null,null,null,null], "a": [null,null,null,null], "c": [null,null,null,null]}}],
;    "trap": {"kind":"sync-without-branch","rule":"SP","pc":2,"line":2,"column":1,"warp":1,"threads":[0,1,2,3],"message":"sync with no branch open"}}
;
; result of impl
;   musimd cannot read its own program: program.asm:8:7: error: an address must be 0 … 11, found 12
;       .fill 12 12 2
;             ^
;
.threads 4
.warps 2
.active 0
.word 16 wrap
.order descending
.iota 0 12 0 1
.fill 12 12 2
        everywhere
        sync
        x = tid < 1
        y = -3
        z = 4
        w = tid % 7
        from = tid < 5
        end_everywhere
        a = z | 1
        assert a
        barrier
        everywhere
        a = 1
        branch_mask a, L29
        x = max z, z
        a = wid * 12
        a = a + 4
        z = [a]
        y = x
        z = y * tid
        everywhere
        branch_mask 1, L27
        a = wid * 12
        a = a + tid
        z = atomic_inc [a]
        jump L27
L27:
        end_everywhere
        jump L30
L29:
        w = x
L30:
        c = tid >= 3
        bz c, L34
        a = y | 1
        assert a
L34:
        sync
        end_everywhere
        stop
