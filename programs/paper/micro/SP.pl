%! ; SP: no thread waits for its half. The entry is popped, and all threads continue together.
%! .threads 4
%! .expect stop
%! .expect active: 0-3
%! .expect var v1: 7 7 _ _
%! .expect var v2: 9 9 9 9
%! .expect steps 8
%! .covers SP
all_go_on([
  const(0, 2),     % 1
  lth(0, tid, 0),  % 2  v0 = tid < 2
  bz(0, 5),        % 3  threads 2 and 3 wait at 5
  const(1, 7),     % 4  threads 0 and 1
  sync,            % 5  SS, then SP: Θ = {2, 3} ∪ {0, 1}
  const(2, 9),     % 6  all four
  stop             % 7  Π = []
]).
