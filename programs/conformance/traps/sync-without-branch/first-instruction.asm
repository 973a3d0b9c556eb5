; `sync` as the first instruction: no conditional is open, and no step has been done.
.threads 32
        sync
        stop
.expect trap sync-without-branch 3
.expect active 0-31
.expect steps 0
.covers sync-without-branch
