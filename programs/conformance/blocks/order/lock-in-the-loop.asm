; A spin lock whose holder works and unlocks inside of the loop: it ends in both models.
.threads 4
.memory 0: 0 0
        on = 1
l:      bz on, out
        k = fetch_cas [0], 0, 1
        bnz k, not
        fence.block
        s = [1]
        s = s + 1
        [1] = s
        fence.block
        k = fetch_exch [0], 0
        on = 0
not:    sync
        jump l
out:    sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 4
.expect volta stop
.expect volta memory 0: 0 4
.covers FE AT
