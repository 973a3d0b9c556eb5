% branch is bnz, bz is bz; targets are instruction numbers from 1.
%! .threads 2
%! .expect var v0: 1 1
%! .expect var v1: 5 _
%! .expect var v2: _ 5
%! .expect stat by_instruction.bnz == 1
%! .expect stat by_instruction.bz == 1
%! .covers BD JP
branches([
  const(0, 1),        % 1
  branch(tid, 5),     % 2  thread 1 waits
  const(1, 5),        % 3
  jump(5),            % 4
  sync,               % 5
  bz(tid, 8),         % 6  thread 0 waits
  const(2, 5),        % 7
  sync,               % 8
  stop                % 9
]).
