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
  // While nobody knows what the server can do: one that cannot add parts pays no heed to the answer.
  const mayHaveParts = hasParts !== false;
  const add = async (file: File, replaced?: Protocol['video']) => {
    setRefused(undefined);
    ask(undefined);
    try {
      // Where another device has sent one meanwhile, it is not replaced.
      await uploads.add(
        protocol.id,
        file,
        replaced
          ? { insteadOf: replaced.upload_id ?? undefined }
          : { mayWait: mayHaveParts, keeps: mayHaveParts && !!protocol.video },
      );
      onQueued?.();
    } catch (error) {
      setRefused({ words: refusalWords(error), at });
    }
  };
  const pick = (file: File) => {
    if (mayHaveParts && protocol.video) ask(file);
    else void add(file);
  };
  const question: ReactNode = asked ? (
    <Suspense fallback={null}>
      <PlaceDialog
        protocol={protocol}
        file={asked}
        onChoose={(place) => void add(asked, place === 'instead' ? protocol.video : undefined)}
        onClose={() => ask(undefined)}
      />
    </Suspense>
  ) : null;
  return { pick, refusal, question };
}
