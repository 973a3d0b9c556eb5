; A sync above its branch in the text, and one for two branches.
.threads 4
        jump begin
join:   sync
        c = x < 2
        bz c, last
        x = 7
        bz x, last
        sync
last:   sync
        stop
begin:  x = tid
        bz x, join
        x = 1
        jump join
.expect stop
