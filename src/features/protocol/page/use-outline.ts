import { useMemo } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useStable } from '../editing/use-stable.ts';

/**
 * A protocol without what was said on its questions: what stands beside the sheet shows none of it, and is not drawn anew
 * for each word of it. Nothing is written from it: who edits the agenda takes `currentProtocol`.
 */
export function useOutline(protocol: Protocol): Protocol {
  const outline = useMemo(() => {
    const agenda = protocol.agenda?.map(({ listened: _listened, discussion: _discussion, ...item }) => item);
    return agenda ? { ...protocol, agenda } : protocol;
  }, [protocol]);
  return useStable(outline);
}
