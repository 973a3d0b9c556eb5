; A loop that does not terminate: example 31 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta limit

l:      bz tid, l
        jump l
