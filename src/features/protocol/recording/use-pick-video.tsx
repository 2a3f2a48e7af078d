import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { refusalWords } from '#src/data/recording/index.ts';
import { uploads } from '#src/sync/index.ts';

const PlaceDialog = lazy(async () => ({ default: (await import('./place-dialog.tsx')).PlaceDialog }));

/**
 * Puts a chosen video into the upload queue. Where the protocol has a recording, the person is asked first what becomes of
 * it: the upload keeps the answer, however late it is sent.
 * @param onQueued it is there
 * @returns `refusal` the words of why the last one was not taken, `question` what is asked
 */
export function usePickVideo(protocol: Protocol, onQueued?: () => void) {
  const { recordings: hasParts } = useOffers();
  const [refused, setRefused] = useState<{ words: string; at: string }>();
  const [asked, ask] = useState<File>();
  // Once the recording that stood in the way has moved on, the words are over.
  const at = `${protocol.stage} ${protocol.video?.upload_id ?? ''}`;
  const refusal = refused?.at === at ? refused.words : undefined;
  const add = async (file: File, isNext: boolean) => {
    setRefused(undefined);
    ask(undefined);
    try {
      await (isNext ? uploads.add(protocol.id, file, { place: 'next' }) : uploads.add(protocol.id, file));
      onQueued?.();
    } catch (error) {
      setRefused({ words: refusalWords(error), at });
    }
  };
  const pick = (file: File) => {
    // While nobody knows what the server can do: one that cannot add parts pays no heed to the answer.
    const mayHaveParts = hasParts !== false;
    if (mayHaveParts && protocol.video) ask(file);
    // Where another device has sent one meanwhile, it is not replaced either.
    else void add(file, mayHaveParts);
  };
  const question: ReactNode = asked ? (
    <Suspense fallback={null}>
      <PlaceDialog
        protocol={protocol}
        file={asked}
        onChoose={(place) => void add(asked, place === 'next')}
        onClose={() => ask(undefined)}
      />
    </Suspense>
  ) : null;
  return { pick, refusal, question };
}
