; BL: a thread is the lowest of the active ones if no bit below its own is set: an election without a loop.
.threads 8
        c = tid * 3
        c = c % 8
        c = c > 4        ; threads 2, 5 and 7: 6, 7 and 5
        bz c, end
        active = ballot 1
        bit = 1 << tid
        below = bit - 1
        below = below & active
        elected = below == 0
end:    sync
        stop
.expect var active: _ _ 164 _ _ 164 _ 164
.expect var elected: _ _ 1 _ _ 0 _ 0
.covers BL
