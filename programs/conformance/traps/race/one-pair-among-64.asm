; race: only threads 10 and 20 share an address; none of the 64 words is stored.
.threads 64
        c = tid == 20
        a = tid
        bz c, join
        a = 10
join:   sync
        [a] = tid
        stop
.expect trap race 8
.expect memory 0: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers race
