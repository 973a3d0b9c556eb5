; BL: the halves of a conditional vote one after the other, each for itself.
.threads 4
        c = tid & 1
        bz c, even
        v = ballot 1     ; threads 1 and 3
        jump end
even:   v = ballot 1     ; threads 0 and 2
end:    sync
        w = ballot 1     ; all of them again
        stop
.expect stop
.expect var v: 5 10 5 10
.expect var w: 15 15 15 15
.covers BL BD SS SP
