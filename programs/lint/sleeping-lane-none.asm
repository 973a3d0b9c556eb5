; All threads; the thread's own lane; a loop that no thread leaves early; a lane that branch_mask has tested; a
; value that is never read; a block within a block.
.threads 4
        x = tid
        shfl x, 2
        i = 3
loop:   bz i, done
        y = tid
        shfl y, i
        s = x + y
        i = i - 1
        jump loop
done:   sync
        c = tid < 2
        bz c, join
        self = tid
        z = 5
        shfl z, self
        z = z + 1
        unread = 1
        shfl unread, 3
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, there
        jump next
there:  v = s
        shfl v, lane
        [lane] = v
next:   lane = lane + 1
        jump lanes
end:    sync
        everywhere
        s = tid
        shfl s, 3
        s = s + 1
        end_everywhere
        end_everywhere
join:   sync
        stop
.expect stop
