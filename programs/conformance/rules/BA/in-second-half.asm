; Tested in the half that runs second of a conditional of the block: the conditional's entry stays as it is.
.threads 33
.memory 0: 0 0
        everywhere
        bz tid, second          ; thread 0
        jump join
second: branch_mask 32, yes
        n = atomic_inc [0]
yes:    n = atomic_inc [1]
join:   sync
        n = atomic_inc [1]
        end_everywhere
        stop
.expect stop
.expect active 0-32
.expect memory 0: 0 34
.expect steps 10
.covers BA SS
