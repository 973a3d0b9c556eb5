; Scan and copy
.threads 8
.memory 0: 20
.memory 100: 0 1 0 0 0 1 1 0 0 0 0 0 2 0 0 0 1 0 0 1
.iota 1024 320 500 1
.expect memory 4096: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.expect memory 4112: 516 517 518 519 520 521 522 523 524 525 526 527 528 529 530 531
.expect memory 4176: 580 581 582 583 584 585 586 587 588 589 590 591 592 593 594 595
.expect memory 4192: 596 597 598 599 600 601 602 603 604 605 606 607 608 609 610 611
.expect memory 4352: 756 757 758 759 760 761 762 763 764 765 766 767 768 769 770 771
.expect memory 4400: 804 805 806 807 808 809 810 811 812 813 814 815 816 817 818 819
.expect stat memory_transactions <= 40

        n = [0]
        i = tid
keys:   more = i < n
        bz more, over

        i = i + warp_size
        jump keys
over:   sync
        stop
