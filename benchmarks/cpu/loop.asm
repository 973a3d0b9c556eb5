; A loop of ten instructions that every lane executes TRIPS times: the cost of an instruction, by lanes and by warps.
.const TRIPS 1000
        x = tid
        k = 0
head:   c = k < TRIPS
        bz c, end
        x = x + 5
        y = x ^ tid
        x = x & 1023
        y = y * 3
        y = min y, 4096
        x = x - k
        k = k + 1
        jump head
end:    sync
        stop
