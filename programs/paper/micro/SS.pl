%! ; SS: threads wait for their half. The active ones wait instead, and the warp jumps back.
%! .threads 4
%! .expect stop
%! .expect active: 0-3
%! .expect var v1: 20 10 20 10
%! .expect steps 9
%! .expect stat by_instruction.sync == 2
%! .covers SS
the_others_have_their_turn([
  const(0, 2),      % 1
  modt(0, tid, 0),  % 2  v0 = tid % 2
  bz(0, 6),         % 3  threads 0 and 2 wait at 6
  const(1, 10),     % 4  threads 1 and 3
  jump(7),          % 5
  const(1, 20),     % 6  threads 0 and 2
  sync,             % 7  the first time: back to 6 for threads 0 and 2; the second time: SP
  stop              % 8
]).
