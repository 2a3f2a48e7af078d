import type { Meeting } from '#contract/meetings/meeting.ts';
import { type Stage, stageWords } from '#contract/stage.ts';
import { isOver } from './hours.ts';

/** What a calendar shows of the protocol of a meeting. */
export interface ProtocolMark {
  kind: 'missing' | 'written';
  /** Stage of the protocol, if the server sends it. */
  stage?: Stage | undefined;
  /** «Протокол: итоговый», «Протокола нет». */
  words: string;
}

/**
 * Returns the protocol mark of a meeting; undefined if there is nothing to show: the meeting is still to come, or its
 * server does not say whether it has a protocol.
 * @param now epoch milliseconds
 */
export function protocolMark(meeting: Meeting, now: number): ProtocolMark | undefined {
  const { protocol_id, protocol_stage } = meeting;
  if (protocol_id) {
    const stage = protocol_stage ?? undefined;
    const words = stage ? `Протокол: ${stageWords[stage].toLowerCase()}` : 'Есть протокол';
    return { kind: 'written', stage, words };
  }
  return protocol_id === null && isOver(meeting, now) ? { kind: 'missing', words: 'Протокола нет' } : undefined;
}
