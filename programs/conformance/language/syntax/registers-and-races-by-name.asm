; The defaults may be written: .registers keep, .races warp, .word 64 trap, .warps 1.
.threads 2
.registers keep
.races warp
.word 64 trap
.warps 1
        everywhere
        x = 1
        end_everywhere
        [0] = x
        stop
.expect var x: 1 1
.expect memory 0: 1
.covers EE ST
