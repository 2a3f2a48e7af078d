/** A defect that somebody could make: in `file`, `from` stands exactly once and becomes `to`. */
export interface PlantedDefect {
  title: string;
  file: string;
  /** The test file that is to find it; where it does not, every test that reaches the file is asked. */
  foundBy: string;
  from: string;
  to: string;
}

/** What `npm run test:mutants` plants, one at a time: each has to be found by a test. */
export const plantedDefects: readonly PlantedDefect[] = [
  {
    title: 'a write that waits for a person holds up nothing after it in its scope, and one that waits neither',
    file: 'src/sync/outbox/order.ts',
    foundBy: 'src/sync/outbox/order.test.ts',
    from: '      scopes.add(row.scope);\n',
    to: '',
  },
  {
    title: 'a write is sent while it is already on its way',
    file: 'src/sync/outbox/order.ts',
    foundBy: 'src/sync/outbox/order.test.ts',
    from: 'const isLater = busy.has(row.id) || isUndoable ||',
    to: 'const isLater = isUndoable ||',
  },
  {
    title: 'a refused deletion stays beside the next one',
    file: 'src/sync/outbox/undo.ts',
    foundBy: 'src/sync/outbox/undo.test.ts',
    from: 'drop: before.filter(isRefused)',
    to: 'drop: []',
  },
  {
    title: 'neighbouring acknowledged chunks stay ranges of their own',
    file: 'src/sync/store/ranges.ts',
    foundBy: 'src/sync/store/ranges.test.ts',
    from: 'previous[1] + 1 === first',
    to: 'previous[1] === first',
  },
  {
    title: 'a token that arrives after the person has left signs them in again',
    file: 'src/sync/session/session.ts',
    foundBy: 'src/sync/session/session.test.ts',
    from: "if (visit !== before || (await read()) !== stale) return { kind: 'no-token' };",
    to: '',
  },
  {
    title: 'a worker that refreshes twice forgets which token the page holds',
    file: 'src/sync/session/session-parts.ts',
    foundBy: 'src/sync/session/session.test.ts',
    from: 'if (copy.replaced === null) return { ...copy, token, replaced };',
    to: 'return { ...copy, token, replaced };',
  },
  {
    title: "a portal's page counts as the server's answer",
    file: 'src/sync/http/answer-head.ts',
    foundBy: 'src/sync/connectivity/connectivity.test.ts',
    from: '(redirected === true || (isPage && !allowsHtml(status)))',
    to: 'redirected === true',
  },
  {
    title: 'a question that the other side added goes to the end of the agenda',
    file: 'src/data/protocol/merge-edits.ts',
    foundBy: 'src/data/protocol/merge-edits.test.ts',
    from: 'order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id);',
    to: 'order.push(id);',
  },
  {
    title: 'the speaker of a question that two changed is the other one',
    file: 'src/data/protocol/merge-edits.ts',
    foundBy: 'src/data/protocol/merge-edits.test.ts',
    from: 'const from = isSame(speaker, speakerOf(theirs)) ? theirs : mine;',
    to: 'const from = theirs;',
  },
  {
    title: 'what is typed while a question is being saved is not saved',
    file: 'src/features/protocol/editing/agenda-autosave.ts',
    foundBy: 'tests/app/agenda-editor.test.tsx',
    from: 'if (JSON.stringify(now) === JSON.stringify(typed)) markSaved();',
    to: "markSaved();\n    if (view().phase === 'saved') return true;",
  },
  {
    title: 'what was undone can be done again after something else was done',
    file: 'src/features/protocol/editing/agenda-history.ts',
    foundBy: 'src/features/protocol/editing/agenda-history.test.ts',
    from: 'own].slice(-most), redo: [] });',
    to: 'own].slice(-most) });',
  },
  {
    title: 'a full page of a list without paging is its last',
    file: 'contract/envelope.ts',
    foundBy: 'contract/envelope.test.ts',
    from: 'received >= per_page',
    to: 'received > per_page',
  },
  {
    title: 'an open task without a deadline is among the done ones',
    file: 'contract/tasks/task-order.ts',
    foundBy: 'contract/tasks/task-order.test.ts',
    from: 'return rank > above && rank < below && rank <= most;',
    to: 'return rank >= above && rank < below && rank <= most;',
  },
  {
    title: 'a lost answer to a refresh ends the session with the next one',
    file: 'server/modules/identity/auth/session-repository.ts',
    foundBy: 'tests/api/session.test.ts',
    from: '[...session.nextHashes, use.nextHash].slice(-maxSuccessors)',
    to: '[use.nextHash]',
  },
  {
    title: 'a session that was unused for a month is good',
    file: 'server/modules/identity/auth/session-repository.ts',
    foundBy: 'tests/api/session.test.ts',
    from: 'return row && row.expiresAt > now ?',
    to: 'return row ?',
  },
  {
    title: 'a repeated chunk with other bytes counts as the last one of a finished upload',
    file: 'server/modules/recordings/uploads/anonymous-upload.ts',
    foundBy: 'tests/api/uploads.test.ts',
    from: 'return known?.sha256 === chunk.sha256 ? last : undefined;',
    to: 'return known ? last : undefined;',
  },
  {
    title: 'a chairman who becomes a guest keeps the chair',
    file: 'server/modules/protocols/members/repository.ts',
    foundBy: 'tests/api/members.test.ts',
    from: "if (kind !== 'chairman') await removeChairman(db, member.protocolId, member.memberId);",
    to: '',
  },
  {
    title: "a manager's new secretary is nobody's",
    file: 'server/modules/identity/users/policy.ts',
    foundBy: 'tests/api/users.test.ts',
    from: "return role === 'secretary' ? actor.id : current;",
    to: 'return current;',
  },
  {
    title: 'one keyword more than there may be',
    file: 'server/modules/insights/keywords/repository.ts',
    foundBy: 'tests/api/keywords.test.ts',
    from: 'others.length >= maxKeywords',
    to: 'others.length > maxKeywords',
  },
  {
    title: 'a meeting at the first moment of a period is not counted',
    file: 'server/modules/statistics/repository.ts',
    foundBy: 'tests/api/statistics.test.ts',
    from: 'gte(meetings.startAt, from)',
    to: 'gt(meetings.startAt, from)',
  },
];
