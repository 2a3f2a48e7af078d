import { useQueries } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, memo, useId, useMemo } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { personQuery } from '#src/data/person/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { useProtocolUpload } from '#src/data/recording/index.ts';
import { useProtocolTasks } from '#src/data/task/index.ts';
import { useRecordingOf } from '#src/features/recorder/index.ts';
import { ApiError, type OutboxRow, useLeftRecordings, useQueuedMutations } from '#src/sync/index.ts';
import { Card, Icon, useDebounced } from '#src/ui/index.ts';
import { nextMove } from '../editing/change-stage.ts';
import type { Finding, Place } from '../editing/finding.ts';
import { useJump } from '../editing/jumps.tsx';
import { useNamed } from '../editing/people.ts';
import { useMembers } from '../members/members.ts';
import styles from './findings.module.css';
import { findingsOf, unreadWords } from './findings.ts';

/** Delay in milliseconds: online, most changes are sent faster than a person could read that they are queued. */
const sendingTime = 600;

/** «Перед завершением»: what is still missing, as long as the protocol has a next move. */
export function FindingsCard({ protocol }: { protocol: Protocol }) {
  return <Findings protocol={protocol} writes={useDebounced(useQueuedMutations(), sendingTime)} />;
}

interface FindingsProps {
  protocol: Protocol;
  writes: readonly OutboxRow[];
}

const Findings = memo(function Findings({ protocol, writes }: FindingsProps) {
  const { findings, unread } = useFindings(protocol, writes);
  const jump = useJump();
  if (!nextMove(protocol.stage)) return null;
  return (
    <Card title="Перед завершением" className={styles.card}>
      <FindingList findings={findings} onJump={jump} />
      {unread ? <p className={styles.quiet}>{unread}</p> : null}
      {findings.length === 0 && !unread ? <p className={styles.quiet}>Всё заполнено</p> : null}
    </Card>
  );
});

const groups = [
  ['hinders', 'Мешает'],
  ['check', 'Стоит проверить'],
] as const;

interface FindingListProps {
  findings: readonly Finding[];
  onJump: (place: Place) => void;
}

/** Findings, blocking ones first; each leads to the place where it is corrected. */
export function FindingList({ findings, onJump }: FindingListProps) {
  const id = useId();
  return groups.map(([weight, title]) => {
    const found = findings.filter((each) => each.weight === weight);
    if (found.length === 0) return null;
    return (
      <Fragment key={weight}>
        <h3 id={`${id}-${weight}`} className={styles.group} data-weight={weight}>
          {title}
        </h3>
        <ul className={styles.list} aria-labelledby={`${id}-${weight}`}>
          {found.map(({ kind, words, place }) => (
            <li key={kind}>
              <button type="button" className={styles.finding} onClick={() => onJump(place)}>
                <span className={styles.words}>{words}</span>
                <Icon of={ChevronRight} size={16} />
              </button>
            </li>
          ))}
        </ul>
      </Fragment>
    );
  });
}

interface CheckResult {
  findings: Finding[];
  /** The parts that could not be checked, in words. */
  unread: string | undefined;
}

/** Checks a protocol with the data on this device; it sends no requests, so that it works offline. */
export function useFindings(protocol: Protocol, writes: readonly OutboxRow[]): CheckResult {
  const read = { tasks: useProtocolTasks(protocol.id, false).data, members: useMembers(protocol.id, false).data };
  const tasks = protocol.tasks ?? read.tasks;
  const members = protocol.members ?? read.members;
  const isUploading = useProtocolUpload(protocol.id) !== undefined;
  const recording = useRecording(protocol.id);
  const nobody = useNobody({ ...protocol, tasks });
  // Memoised: a protocol may have thousands of tasks.
  const findings = useMemo(
    () =>
      findingsOf({
        protocol,
        tasks,
        members,
        writes: writes.filter((row) => protocolOf(row) === protocol.id),
        isUploading,
        recording,
        isNobody: (id) => nobody.includes(id),
      }),
    [protocol, tasks, members, writes, isUploading, recording, nobody],
  );
  return { findings, unread: unreadWords({ tasks, members }) };
}

function useRecording(protocolId: string): 'running' | 'left' | undefined {
  const running = useRecordingOf(protocolId);
  const left = useLeftRecordings(protocolId);
  if (running) return 'running';
  return left.length > 0 ? 'left' : undefined;
}

/** Returns the ids of people that the server does not know: they would be missing in print. */
function useNobody({ chairman_id, agenda, tasks }: Pick<Protocol, 'chairman_id' | 'agenda' | 'tasks'>): string[] {
  const ids = useNamed({ chairman_id, agenda, tasks });
  // Only the cache is read; the components that show the names request them.
  return useQueries({
    queries: ids.map((id) => ({ ...personQuery(id), enabled: false, retry: false })),
    combine: (answers) => ids.filter((_id, index) => isNotFound(answers[index]?.error)),
  });
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
