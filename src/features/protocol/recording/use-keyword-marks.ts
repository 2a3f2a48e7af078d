import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transcriptQuery } from '#src/data/transcript/index.ts';
import { useCapability } from '#src/sync/index.ts';
import { type KeywordMark, keywordMarks } from '../playback/keyword-mark.ts';

/** Where the keywords are said in a recording, and when its last line ends, in seconds. */
export function useKeywordMarks(protocolId: string): { marks: KeywordMark[]; end: number } {
  const isAble = useCapability('transcripts');
  const { data } = useQuery({ ...transcriptQuery(protocolId), enabled: isAble });
  return useMemo(() => ({ marks: keywordMarks(data?.segments ?? []), end: data?.segments.at(-1)?.end ?? 0 }), [data]);
}
