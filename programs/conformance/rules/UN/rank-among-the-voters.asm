; UN: with a ballot, popc counts the voters and ranks each of them; clz finds the highest.
.threads 8
        c = tid % 3
        bz c, end        ; 0, 3 and 6 wait
        votes = ballot 1
        count = popc votes
        bit = 1 << tid
        below = bit - 1
        below = below & votes
        rank = popc below
        top = clz votes
        top = 63 - top
end:    sync
        stop
.expect var count: _ 5 5 _ 5 5 _ 5
.expect var rank: _ 0 1 _ 2 3 _ 4
.expect var top: _ 7 7 _ 7 7 _ 7
.covers UN BL
