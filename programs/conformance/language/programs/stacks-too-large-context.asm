; Under `restore`, a block that begins again and again and never ends: Λ grows to 2^30 bytes, then `limit`.
.threads 65536
.registers restore
        x = tid
here:   everywhere
        jump here
.expect limit stacks
.expect steps 4033                              ; an entry is 8192 + 16 + 8 × 65536 bytes: 2016 of them fit
.expect stat max_context_depth == 2016
.covers EB JP
