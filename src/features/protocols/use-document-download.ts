import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { outbox } from '#src/lib/outbox.ts';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { unsentCreation } from '#src/lib/writes/lay-protocols.ts';
import { protocolOf } from '#src/lib/writes/write-place.ts';

export type DocumentKind = 'pdf' | 'docx';

/** `bad`: there is no document; `warn`: there is one, without what is shown here. */
export interface DownloadNote {
  protocolId: string;
  tone: 'bad' | 'warn';
  title: string;
  words: string;
}

/**
 * Fetches the printed protocol and hands it to the browser under the name that the server gave. The server prints what it
 * has: that unsent changes are not in it is told.
 */
export function useDocumentDownload(protocol: Protocol, tell: (note: DownloadNote) => void) {
  const [busy, setBusy] = useState<DocumentKind>();
  const { id } = protocol;

  const start = async (kind: DocumentKind) => {
    const unsent = outbox.list().filter((row) => row.state !== 'sent' && protocolOf(row) === id);
    if (unsentCreation(unsent, id)) {
      tell({ protocolId: id, tone: 'bad', ...notThere });
      return;
    }
    setBusy(kind);
    try {
      const file = await api(kind === 'pdf' ? calls.getPdf : calls.getDocx, { params: { id } });
      saveFile(file.blob, file.name ?? `${protocolTitle(protocol)}.${kind}`);
      if (unsent.length > 0) {
        const title = `${kind.toUpperCase()} — без неотправленных изменений.`;
        tell({ protocolId: id, tone: 'warn', title, words: sentOnly });
      }
    } catch (error) {
      const { title, words } = errorWords(error);
      tell({ protocolId: id, tone: 'bad', title: `${kind.toUpperCase()} не скачан. ${title}.`, words });
    } finally {
      setBusy(undefined);
    }
  };

  return { busy, start };
}

const notThere = {
  title: 'Документа пока нет.',
  words: 'Его готовит сервер, а протокол ещё не отправлен.',
};

const sentOnly = 'В документе только то, что уже есть на сервере. Когда изменения отправятся, скачайте его ещё раз.';
