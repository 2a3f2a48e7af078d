import { useState } from 'react';
import { refusalWords } from '#src/data/recording/index.ts';
import { uploads } from '#src/sync/index.ts';

/**
 * Puts a chosen video into the upload queue.
 * @param onQueued it is there
 * @returns `refusal` the words of why the last one was not taken
 */
export function usePickVideo(protocolId: string, onQueued?: () => void) {
  const [refusal, setRefusal] = useState<string>();
  const pick = async (file: File) => {
    setRefusal(undefined);
    try {
      await uploads.add(protocolId, file);
      onQueued?.();
    } catch (error) {
      setRefusal(refusalWords(error));
    }
  };
  return { pick, refusal };
}
