; A block in the half that runs second: the threads of the first half are not in its mask, those of the second are.
.threads 4
        bz tid, second          ; threads 1 to 3 continue
        jump join
second: everywhere
        branch_mask 1, no
        x = 1
no:     branch_mask 0, yes
        y = 1
yes:    end_everywhere
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 1 1 1 1
.expect var y: _ _ _ _
.expect steps 10
.covers BI BA
