import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { showToast } from '#src/lib/toast.ts';
import { protocolTitle } from './protocol-title.ts';

export type DocumentKind = 'pdf' | 'docx';

/** Fetches the printed protocol and hands it to the browser; `error` is what a person reads when it fails. */
export function useDocumentDownload(protocol: Protocol) {
  const [busy, setBusy] = useState<DocumentKind>();
  const { id } = protocol;

  const start = async (kind: DocumentKind) => {
    setBusy(kind);
    try {
      const file = await api(kind === 'pdf' ? calls.getPdf : calls.getDocx, { params: { id } });
      saveFile(file.blob, file.name ?? `${protocolTitle(protocol)}.${kind}`);
    } catch (error) {
      const { title, words } = errorWords(error);
      showToast(`${kind.toUpperCase()} не скачан. ${title}`, { detail: words, protocolId: id, tone: 'bad' });
    } finally {
      setBusy(undefined);
    }
  };

  return { busy, start };
}
