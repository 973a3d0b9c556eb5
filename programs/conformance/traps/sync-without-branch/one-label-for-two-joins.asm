; The outer branch targets the inner join: its threads pop their entry there, and all meet one `sync` too many.
.threads 4
        high = tid & 2
        bz high, inner          ; 2 and 3 continue; it should target `outer`
        odd = tid & 1
        bz odd, inner           ; 3 continues
        x = 1
inner:  sync
outer:  sync
        stop
.expect trap sync-without-branch 9
.expect active 0-3
.expect var x: _ _ _ 1
.expect steps 9
.expect stat by_instruction.sync == 4
.covers sync-without-branch
