import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { personQuery } from '#src/data/person/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { useProtocolUpload } from '#src/data/recording/index.ts';
import { useProtocolTasks } from '#src/data/task/index.ts';
import { useRecordingOf } from '#src/features/recorder/index.ts';
import { ApiError, type OutboxRow, useLeftRecordings } from '#src/sync/index.ts';
import type { Finding } from '../editing/finding.ts';
import { useNamed } from '../editing/people.ts';
import { useMembers } from '../members/members.ts';
import { findingsOf, unreadWords } from './findings.ts';

interface Findings {
  findings: Finding[];
  /** What could not be looked at, in words. */
  unread: string | undefined;
}

/** What the check of a protocol finds by what this device knows; nothing is asked for, so that it works offline. */
export function useFindings(protocol: Protocol, writes: readonly OutboxRow[]): Findings {
  const read = { tasks: useProtocolTasks(protocol.id, false).data, members: useMembers(protocol.id, false).data };
  const tasks = protocol.tasks ?? read.tasks;
  const members = protocol.members ?? read.members;
  const isUploading = useProtocolUpload(protocol.id) !== undefined;
  const recording = useRecording(protocol.id);
  const nobody = useNobody({ ...protocol, tasks });
  // Looked through anew only where something changed: a protocol may have thousands of tasks.
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

/** Those whom a protocol names by id and the server does not know: they would not be printed. */
function useNobody({ chairman_id, agenda, tasks }: Pick<Protocol, 'chairman_id' | 'agenda' | 'tasks'>): string[] {
  const ids = useNamed({ chairman_id, agenda, tasks });
  // Who shows their names asks; here only the answers are looked at.
  return useQueries({
    queries: ids.map((id) => ({ ...personQuery(id), enabled: false, retry: false })),
    combine: (answers) => ids.filter((_id, index) => isNotFound(answers[index]?.error)),
  });
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
