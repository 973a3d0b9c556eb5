; A branch that is taken again with its own entry on top opens no other: one `sync` ends the loop.
.threads 64
        i = 0
again:  i = i + 1
        more = i < 10
        bnz more, again
        sync
        stop
.expect stop
.expect active 0-63
.expect var i: 10 10
.expect steps 33
.expect stat branches_uniform == 10
.expect stat max_sync_depth == 1
.expect stat by_instruction.sync == 1
.covers BT BF
