; BL: threads that wait in Π have no vote, whatever their variable holds, and keep their v.
.threads 4
        x = 1
        v = -1
        c = tid < 2
        bz c, end        ; threads 2 and 3 wait
        v = ballot x
end:    sync
        stop
.expect var v: 3 3 -1 -1
.covers BL
