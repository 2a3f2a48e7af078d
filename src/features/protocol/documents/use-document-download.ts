import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { DocumentFormat, DocxQuery } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle, unsentCreation } from '#src/data/protocol/index.ts';
import { protocolOf } from '#src/data/protocol-scope.ts';
import { api, errorWords, outbox } from '#src/sync/index.ts';
import { saveFile } from '#src/ui/index.ts';

/** `bad`: there is no document; `warn`: there is one, but without changes that are shown here. */
export interface DownloadNote {
  protocolId: string;
  tone: 'bad' | 'warn';
  title: string;
  words: string;
}

/**
 * Downloads the printed protocol under the file name given by the server. The server prints what it has: a note tells
 * that unsent changes are missing. `which` works only with this app's own server: another form, a final version.
 */
export function useDocumentDownload(protocol: Protocol, tell: (note: DownloadNote) => void) {
  const [busy, setBusy] = useState<string>();
  const { id } = protocol;

  /** Resolves with whether a file was downloaded. */
  const start = async (format: DocumentFormat, which: DocxQuery = {}): Promise<boolean> => {
    const unsent = outbox.list().filter((row) => row.state !== 'sent' && protocolOf(row) === id);
    if (unsentCreation(unsent, id)) {
      tell({ protocolId: id, tone: 'bad', ...notThere });
      return false;
    }
    setBusy(downloadKey(format, which));
    try {
      const asked = { params: { id }, query: which };
      const file = await (format === 'pdf' ? api(calls.getPdf, asked) : api(calls.getDocx, asked));
      saveFile(file.blob, file.name ?? `${protocolTitle(protocol)}.${format}`);
      if (unsent.length > 0 && which.edition === undefined) {
        const title = `${format.toUpperCase()}\u00A0— без неотправленных изменений.`;
        tell({ protocolId: id, tone: 'warn', title, words: sentOnly });
      }
      return true;
    } catch (error) {
      const { title, words } = errorWords(error);
      tell({ protocolId: id, tone: 'bad', title: `${format.toUpperCase()} не скачан. ${title}.`, words });
      return false;
    } finally {
      setBusy(undefined);
    }
  };

  const isBusy = (format: DocumentFormat, which: DocxQuery = {}) => busy === downloadKey(format, which);
  return { isBusy, start };
}

const downloadKey = (format: DocumentFormat, { form, item, edition, template }: DocxQuery) =>
  [format, form, item, edition, template].join(' ');

const notThere = {
  title: 'Документа пока нет.',
  words: 'Его готовит сервер, а протокол ещё не отправлен.',
};

const sentOnly = 'В документе только то, что уже есть на сервере. Когда изменения отправятся, скачайте его ещё раз.';
