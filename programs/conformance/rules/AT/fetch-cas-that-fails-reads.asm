; AT: a fetch_cas that fails only reads, so it does not race with a load of another warp.
.threads 2
.warps 2
.memory 0: 7
        bnz wid, other
        x = fetch_cas [0], 1, 2
        jump end
other:  x = [0]
end:    sync
        stop
.expect stop
.expect var x: 7 7
.expect memory 0: 7
.covers AT LD
