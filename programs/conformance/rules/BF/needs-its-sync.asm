; A branch that no thread takes has opened an entry anyway: its `sync` pops it once.
.threads 32
        one = 1
        bz one, never
        sync
        stop
never:  x = 1
        sync
        stop
.expect stop
.expect active 0-31
.expect var x: _
.expect steps 4
.expect stat max_sync_depth == 1
.expect stat by_instruction.sync == 1
.covers BF SP
