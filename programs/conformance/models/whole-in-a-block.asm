; In an everywhere block the whole is all threads: a branch of them opens a join, also under uniform.
.threads 4
.active 0-1
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 15 15 15 15
.expect volta error
        everywhere
        c = tid % 2
        bz c, e
        x = 1
e:      sync
        m = activemask
        end_everywhere
        stop
