; Without `.block`, and where no instruction can be meant, the new words are names of variables and labels.
.threads 1
        bid = 3
        fence = bid
        exit = fence
vote:   stop
.expect lockstep stop
.expect lockstep var exit: 3
.expect volta stop
.expect volta var exit: 3
.covers CT AS
