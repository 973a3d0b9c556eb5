; In a block, the block's own Π counts: a conditional that began in it is open.
.threads 4
.active 3
        everywhere
        bz tid, end
        x = tid
end:    stop
.expect trap stop-while-diverged 7
.expect active 1-3
.expect var x: _ 1 2 3
.expect steps 3
.covers stop-while-diverged EB
