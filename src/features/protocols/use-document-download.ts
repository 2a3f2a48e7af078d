import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { saveFile } from '#src/lib/save-file.ts';

export type DocumentKind = 'pdf' | 'docx';

export interface DownloadFailure {
  protocolId: string;
  title: string;
  words: string;
}

/** Fetches the printed protocol and hands it to the browser under the name that the server gave. */
export function useDocumentDownload(protocol: Protocol, onFailure: (failure: DownloadFailure) => void) {
  const [busy, setBusy] = useState<DocumentKind>();
  const { id } = protocol;

  const start = async (kind: DocumentKind) => {
    setBusy(kind);
    try {
      const file = await api(kind === 'pdf' ? calls.getPdf : calls.getDocx, { params: { id } });
      saveFile(file.blob, file.name ?? `${protocolTitle(protocol)}.${kind}`);
    } catch (error) {
      const { title, words } = errorWords(error);
      onFailure({ protocolId: id, title: `${kind.toUpperCase()} не скачан. ${title}.`, words });
    } finally {
      setBusy(undefined);
    }
  };

  return { busy, start };
}
