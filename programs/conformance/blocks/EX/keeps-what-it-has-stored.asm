; What a thread has computed and stored before it exits stays.
.threads 2
.block 4
.shared s 4
        a = s + btid
        [a] = btid
        [btid] = btid
        exit
.expect lockstep stop
.expect lockstep var a: 16777216 16777217
.expect lockstep shared 0 0: 0 1 2 3
.expect lockstep memory 0: 0 1 2 3
.expect volta stop
.expect volta var a: 16777216 16777217
.expect volta shared 0 0: 0 1 2 3
.expect volta memory 0: 0 1 2 3
.covers EX ST
