; Exit in a block: example 65 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc barriers trap exit-inside-everywhere 8
.expect masks maximal uniform volta error

        everywhere
        exit
        end_everywhere
        stop
