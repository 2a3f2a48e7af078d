import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useProtocolTasks } from '#src/data/task/index.ts';
import type { TabPart } from '#src/ui/index.ts';
import { MemberList } from '../members/member-list.tsx';
import { useMembers } from '../members/members.ts';
import { mayHaveSummary } from '../summary/may-have-summary.ts';
import { SummaryPanel } from '../summary/summary-panel.tsx';
import { useOpenProposals } from '../summary/use-summary.ts';
import { TaskList } from '../tasks/task-list.tsx';
import { mayHaveTranscript } from '../transcript/may-have-transcript.ts';
import { TranscriptPanel } from '../transcript/transcript-panel.tsx';

/** What stands beside the sheet, or behind tabs of its own: tasks, members, what was said and what it came to. */
export function useSideParts(protocol: Protocol, partial: boolean): TabPart[] {
  // Only to count: the lists themselves ask.
  const tasks = useProtocolTasks(protocol.id, false).data;
  const members = useMembers(protocol.id, false).data;
  const { transcripts } = useOffers();
  const canTranscribe = transcripts && !partial && mayHaveTranscript(protocol);
  const transcript = { id: 'transcript', title: 'Расшифровка', content: <TranscriptPanel protocol={protocol} /> };
  const hasSummary = !partial && mayHaveSummary(protocol);
  const proposals = useOpenProposals(protocol, hasSummary && protocol.stage !== 'final');
  const summary = {
    id: 'summary',
    title: 'Итоги',
    count: proposals.length || undefined,
    content: <SummaryPanel protocol={protocol} />,
  };
  return [
    {
      id: 'tasks',
      title: 'Поручения',
      count: (protocol.tasks ?? tasks)?.length,
      content: <TaskList protocol={protocol} partial={partial} />,
    },
    {
      id: 'members',
      title: 'Участники',
      count: (protocol.members ?? members)?.length,
      content: <MemberList protocol={protocol} partial={partial} />,
    },
    // Last, since they come later than the others: no tab moves away under the pointer.
    ...(canTranscribe ? [transcript] : []),
    ...(hasSummary ? [summary] : []),
  ];
}
