// Fails `npm run check` for names and comments with retired words, which the code no longer uses (docs/glossary.md has
// their replacements).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each pattern matches a whole name or a part of one; the text beside it is the suggested replacement. */
const retired: readonly [word: RegExp, instead: string][] = [
  [/\blaid (?!out)|\bLaid\w*|\blay[A-Z]\w*/, 'optimistic, applied'],
  [/\b\w*[Bb]ones?\b/, 'skeleton'],
  [/\b(?:keepWrite|KeptWrite\w*|keptWrite)\b/, 'enqueue, ResolveForm'],
  [/\b(?:WriteKind|writeKind|PreparedWrite|NewWrite)s?\b/, 'Mutation'],
  [/\b\w*[Aa]mend\w*/, 'resolve'],
  [
    /\b(?:guestMails\.naming|holdSeriesOf|noteMethods|leadToNobody|hasRecordingMark)\b/,
    'countingRefusals, lockSeriesOf, collectMethods, focusUnchosenName, looksLikeRecording',
  ],
  [/\b(?:useStill|useCalm|useTurns?)\b/, 'useStable, useDeferredWhileTyping, usePartSwitch'],
  [/\b\w*[Tt]akeBack\w*/, 'cancel'],
  [/\b(?:payLogouts|payWithLine|createOwedLogouts)\b/, 'flushLogouts, pendingLogouts'],
  [/[|?=] 'line'|\b(?:lineMs|lostLine)\b/, 'network'],
  [/\b(?:heldUntil|heldMutations|holdSoon)\b|\buploads\.holds?\b/, 'undoableUntil, blockedMutations, acquireLock'],
  [/\b(?:withdrawn(?:In|By)|dropWithdrawn)\b|'taken-back'/, 'cancelled'],
  [/\b(?:allWritesOf|writesOf|changeWrites|nextWrite|hurryWrites)\b/, 'mutations, outbox rows'],
  [/'unmarked'|\bunkept\.|\bisUntaken\b/, 'cannot-record, mayHaveTaken'],
  [/\bstanding(?:\(\)|:)/, 'schemaStatus'],
  [/\blent\b/, 'shared'],
  [/\blastKnown\b/, 'rememberedCapabilities'],
  [/\bRecordingKeeper\b/, 'RecordingWriter'],
  [/\bUnsureError\b/, 'OutcomeUnknownError'],
  [/\b\w*AgendaWays\b/, 'AgendaActions'],
  [/\b(?:use)?Trouble(?:Banner|Titles|Ends)?\b/, 'OfflineReason'],
  [/\b(?:openArea|closeAreas|restoreArea)\b/, 'user scope'],
  [/\bholdProtocol\b/, 'lockProtocol'],
  [/\b(?:SaidLine|SpokenLine)\b/, 'Segment'],
  [/\b(?:run|write|findKeywords|extractSummary)Aside\b/, 'InThread, temporary'],
  [/\b(?:without a line|the line (?:is back|returns|comes back))\b/i, 'connection, offline'],
  [/\b(?:onSaid|stageTold|explainTaken|tell[A-Z]\w*)\b/, 'onAnnounce, receive, conflict, publish, notify'],
  [
    /\b(?:noteHandOver|isHandedOver|forgetHandOver|stageBrought|receiveStage|HandingOver)\b/,
    'requested processing, onUploadStage',
  ],
  [/\b(?:MemberWays|passwordWay)\b/, 'actions, method, or what they are'],
  [/\b(?:letGo|takeProtocol|takeEdited|takenWords|takenIn)\b/, 'acquire, release, applyServerProtocol'],
  [/\b(?:ToldKind|toldKinds|toldParts)\b/, 'NotifiableKind, announced'],
  [/\b(?:forsaken\w*|giveUpForsaken|unseat)\b/, 'abandoned, removeChairman'],
  [
    /\b(?:whoHas|tell-of-tasks|whenGone|refuseTheImpossible|meantSetting|keepSignedOff|hasNoId|givesWay)\b/,
    'assignmentsOf, task-notices, clientDisconnect, rejectContradictions, suggestSetting, orderVersionFiles, isAnonymousClient, makeRoom',
  ],
];

const roots = ['src', 'server', 'contract', 'scripts', 'tests', 'bench'];
/** The list itself names what is retired. */
const exceptions = ['scripts/check-words.ts'];

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

let found = 0;
for (const root of roots) {
  for (const path of filesBelow(root)) {
    if (exceptions.includes(path)) continue;
    // The path, too: a file is named after what it holds.
    const lines = [path, ...readFileSync(path, 'utf8').split('\n')];
    for (const [index, line] of lines.entries()) {
      for (const [word, instead] of retired) {
        const match = word.exec(line);
        if (!match) continue;
        found += 1;
        console.log(`${path}:${index}: «${match[0]}»: ${instead}`);
      }
    }
  }
}
if (found > 0) process.exitCode = 1;
