; AR: in a conditional within a block; both stacks are as they were.
.threads 4
.active 0-1
        everywhere
        c = tid & 1
        bz c, even
        assert c
        jump join
even:   d = c == 0
        assert d
join:   sync
        end_everywhere
        assert 1
        stop
.expect stop
.expect active: 0 1
.expect stat max_sync_depth == 1
.covers AR EB EE SS SP
