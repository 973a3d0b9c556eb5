; race: preloads are no access: a warp may load what was preloaded, and another warp that only loads, too.
.threads 1
.warps 2
.memory 0: 5 6
        x = [wid]
        [wid] = x
        y = [wid]
        stop
.expect stop
.expect memory 0: 5 6
.covers LD ST
