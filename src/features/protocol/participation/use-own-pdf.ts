import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { saveFile } from '#src/ui/index.ts';

/** Downloads the PDF of a signed protocol, or of an extract, under its file name. */
export function useOwnPdf(id: string) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = async (item: string | undefined, title: string) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const file = await api(calls.getOwnPdf, { params: { id }, query: item === undefined ? {} : { item } });
      saveFile(file.blob, file.name ?? `${title}.pdf`);
    } catch (error) {
      const { title: what, words } = errorWords(error);
      setFailure(`PDF не скачан. ${what}. ${words}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, start };
}
