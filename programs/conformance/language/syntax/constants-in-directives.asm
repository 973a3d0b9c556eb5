; A named constant may appear wherever an integer does, in directives too.
.const N 4
.const ZERO 0
.const BASE 16
.const NEXT BASE
.const DOWN -N
.threads N
.warps 1
.const LAST 3
.active ZERO LAST
.covers STOP
.expect active: 0 3
        stop
