; One side passes two syncs, the other only one. The run depends on the words in memory.
.threads 8
.memory 0: 1 3 5 7 9 1 3 5
        x = [tid]
        odd = x % 2
        bz odd, even
        x = 100
        sync
        jump join
even:   x = 200
join:   sync
        stop
.expect trap sync-without-branch 11
