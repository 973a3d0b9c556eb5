; assertion: only one half of a conditional fails; the other waits for its turn.
.threads 4
        c = tid & 1
        bz c, even
        assert c
        jump join
even:   assert c
join:   sync
        stop
.expect trap assertion 7 threads: 0
.expect active: 0 2
.covers AR assertion
