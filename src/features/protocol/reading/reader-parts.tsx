import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { documentFormats } from '#contract/documents/document.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { summaryQuery } from '#src/data/summary/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ApiError } from '#src/sync/index.ts';
import { Button, focusWhenLost, type TabPart, Tabs } from '#src/ui/index.ts';
import { versionsQuery } from '../documents/queries.ts';
import { ReadSheet } from '../documents/read-sheet.tsx';
import { type DownloadNote, useDocumentDownload } from '../documents/use-document-download.ts';
import { useDocumentView } from '../documents/use-document-view.tsx';
import { useEditionOfAddress, VersionList } from '../documents/version-list.tsx';
import { VersionSheet } from '../documents/version-sheet.tsx';
import { useProtocolNames } from '../editing/people.ts';
import { useFoundPlace } from '../playback/use-found-place.ts';
import { isEmptySummary, SummaryView } from '../summary/summary-view.tsx';
import { mayHaveTranscript } from '../transcript/may-have-transcript.ts';
import { TranscriptPanel } from '../transcript/transcript-panel.tsx';
import styles from './reader.module.css';

/** Parts of a protocol in read-only form: the sheet, the transcript, the summary, the final versions. */
export function ReaderParts({ protocol }: { protocol: Protocol }) {
  const nameOf = useProtocolNames(protocol);
  const [tab, setTab] = useState('sheet');
  const { transcripts, documents: hasVersions = false } = useOffers();
  const { edition, leave } = useEditionOfAddress();
  const summary = useQuery({ ...summaryQuery(protocol.id), retry: false });
  const versions = useQuery({ ...versionsQuery(protocol.id), enabled: hasVersions }).data ?? [];
  const show = (place: string) => {
    if (edition !== undefined) leave();
    setTab(place === 'transcript' ? 'transcript' : 'sheet');
  };
  useFoundPlace(true, show, { taskName: 'assignment', bring: scrollInReader });
  const isUnsummed = summary.error instanceof ApiError || isEmptySummary(summary.data);
  const parts: TabPart[] = [
    {
      id: 'sheet',
      title: 'Протокол',
      content: (
        <div className={styles.sheet}>
          {edition === undefined ? (
            <ReadSheet protocol={protocol} nameOf={nameOf} />
          ) : (
            <VersionSheet protocol={protocol} edition={edition} onClose={leave} />
          )}
        </div>
      ),
    },
    ...(transcripts && mayHaveTranscript(protocol)
      ? [{ id: 'transcript', title: 'Расшифровка', content: <TranscriptPanel protocol={protocol} /> }]
      : []),
    ...(isUnsummed
      ? []
      : [
          {
            id: 'summary',
            title: 'Итоги',
            content: (
              <div className={styles.part}>
                <QueryView query={summary}>{(data) => <SummaryView summary={data} />}</QueryView>
              </div>
            ),
          },
        ]),
    ...(versions.length > 0
      ? [
          {
            id: 'versions',
            title: 'Версии',
            count: versions.length,
            content: (
              <div className={styles.part}>
                <VersionList protocol={protocol} versions={versions} />
              </div>
            ),
          },
        ]
      : []),
  ];
  const selected = edition === undefined ? tab : 'sheet';
  const shown = parts.some(({ id }) => id === selected) ? selected : 'sheet';
  const select = (next: string) => {
    if (edition !== undefined) leave();
    setTab(next);
  };
  return <Tabs label="Части протокола" bodyClass={styles.body} parts={parts} selected={shown} onSelect={select} />;
}

/** Element that scrolls where the reader is beside its list. */
const readerFrame = '[data-reader]';

/**
 * Scrolls to a place of the sheet; only within the reader where that scrolls by itself, so that the list stays in
 * place.
 */
function scrollInReader(found: HTMLElement): void {
  const frame = found.closest<HTMLElement>(readerFrame);
  if (!frame || frame.scrollHeight <= frame.clientHeight || getComputedStyle(frame).overflowY !== 'auto') {
    found.scrollIntoView?.({ block: 'center' });
    return;
  }
  const margin = Number.parseFloat(getComputedStyle(found).scrollMarginTop) || 0;
  const room = frame.clientHeight - margin - found.offsetHeight;
  const above = margin + Math.max(0, room / 3);
  frame.scrollTop += found.getBoundingClientRect().top - frame.getBoundingClientRect().top - above;
}

/** Downloads of a protocol that is only read, and its preview as a document. */
export function ReaderDocuments({ protocol }: { protocol: Protocol }) {
  const [note, setNote] = useState<DownloadNote>();
  const download = useDocumentDownload(protocol, setNote);
  const { open, view } = useDocumentView(protocol, true, () =>
    focusWhenLost(() => document.querySelector<HTMLElement>('[data-view-document]')),
  );
  return (
    <>
      <div className={styles.documents}>
        <Button size="small" icon={Eye} data-view-document="" onClick={open}>
          Смотреть как документ
        </Button>
        {documentFormats.map((format) => (
          <Button
            key={format}
            size="small"
            icon={Download}
            busy={download.isBusy(format)}
            aria-label={`Скачать ${format.toUpperCase()}`}
            onClick={() => {
              setNote(undefined);
              void download.start(format);
            }}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {note ? (
        <p className={styles.failure} role="alert">
          <strong>{note.title}</strong> {note.words}
        </p>
      ) : null}
      {view}
    </>
  );
}
