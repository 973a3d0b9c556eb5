; MV: labels and variables have separate names: the variable `join` is read, the label `join` is a target.
.threads 2
        join = tid
        bz join, join
        x = join
join:   sync
        stop
.expect var x: _ 1
.covers MV
