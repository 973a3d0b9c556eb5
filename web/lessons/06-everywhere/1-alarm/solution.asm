; The alarm.
.threads 8
.memory 0: 5 2 7 1 3 -8 6 6
        x = [tid]
        a = tid + warp_size     ; here all threads are active
        calm = x >= 0
        bnz calm, join
        everywhere
        [a] = tid
        end_everywhere
join:   sync
        stop
.expect memory 8: 0 1 2 3 4 5 6 7
