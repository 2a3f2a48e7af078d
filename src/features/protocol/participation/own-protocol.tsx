import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleSlash from 'lucide-react/icons/circle-slash';
import Download from 'lucide-react/icons/download';
import FilePen from 'lucide-react/icons/file-pen';
import Printer from 'lucide-react/icons/printer';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { calls } from '#contract/calls.ts';
import { buildDocument } from '#contract/documents/printed/build-document.ts';
import type { DocumentKind } from '#contract/documents/printed/document-input.ts';
import { printSettings } from '#contract/documents/printed/print-settings.ts';
import { documentInput } from '#contract/documents/printed/protocol-input.ts';
import type { OwnProtocolDocument } from '#contract/participation/participation.ts';
import { shortened } from '#contract/text/shortened.ts';
import { ownProtocolQuery } from '#src/data/participation/index.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { FileList } from '#src/features/files/index.ts';
import { ApiError, api, errorWords } from '#src/sync/index.ts';
import {
  Banner,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  layout,
  SelectField,
  Skeleton,
  saveFile,
} from '#src/ui/index.ts';
import { DocumentPages, PaperDocument } from '../documents/document-pages.tsx';
import { signedWords } from './own-protocols.tsx';
import styles from './participation.module.css';
import { tabAddress } from './participation-address.ts';

// Includes the player, which most protocols read here do not need.
const OwnRecording = lazy(async () => ({ default: (await import('./own-recording.tsx')).OwnRecording }));

const back: Record<string, string> = { tasks: 'К поручениям', meetings: 'К встречам', protocols: 'Ко всем протоколам' };

/** A signed protocol in read-only form, as a document, with its recording where the person may watch it. */
export function OwnProtocol({ id, tab }: { id: string; tab: string }) {
  const query = useQuery(ownProtocolQuery(id));
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className={layout.stack(4)}>
      <div>
        <ButtonLink icon={ArrowLeft} variant="quiet" to={tabAddress(tab)}>
          {back[tab] ?? 'Назад'}
        </ButtonLink>
      </div>
      {isGone ? (
        <Card bare>
          <EmptyState icon={CircleSlash} title="Этого протокола среди ваших нет">
            Он ещё не подписан, или вас нет среди его участников. Спросите секретаря, который его ведёт.
          </EmptyState>
        </Card>
      ) : (
        <QueryView query={query} skeleton={<Skeleton width="100%" height={480} />}>
          {(read) => <Signed read={read} />}
        </QueryView>
      )}
    </div>
  );
}

function Signed({ read }: { read: OwnProtocolDocument }) {
  const { id, items, parts, protocol, is_reopened, video, recordings } = read;
  const client = useQueryClient();
  const [chosen, choose] = useState(items[0]?.id);
  // The next edition, read while this one is open, may no longer have the chosen question.
  const item = items.some(({ id: each }) => each === chosen) ? chosen : items[0]?.id;
  const kind = useMemo<DocumentKind>(
    () => (parts === 'whole' || item === undefined ? { form: 'full' } : { form: 'extract', item }),
    [parts, item],
  );
  const model = useMemo(() => {
    const input = documentInput(protocol, read.people);
    return buildDocument(input, printSettings(read.settings, input), kind);
  }, [protocol, read, kind]);
  const pdf = useOwnPdf(id);
  const title = protocolTitle(read);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const attachments = protocol.attachments ?? [];
  return (
    <>
      <div className={styles.head}>
        <div className={styles.headWords}>
          <h2 ref={heading} tabIndex={-1} dir="auto" className={styles.headTitle}>
            {parts === 'whole' ? title : `Выписка: ${title}`}
          </h2>
          <p className={styles.note}>{signedWords(read)}</p>
        </div>
        <div className={layout.row(2)}>
          <Button icon={Printer} onClick={() => window.print()}>
            Напечатать
          </Button>
          <Button
            icon={Download}
            variant="primary"
            busy={pdf.isBusy}
            onClick={() => void pdf.start(kind.form === 'extract' ? kind.item : undefined, title)}
          >
            {pdf.isBusy ? 'Загрузка...' : 'Скачать PDF'}
          </Button>
        </div>
      </div>
      {pdf.failure ? (
        <p role="alert" className={styles.failure}>
          {pdf.failure}
        </p>
      ) : null}
      {is_reopened ? (
        <Banner icon={FilePen} title="Готовится новая редакция.">
          Секретарь открыл протокол для изменений. Здесь последняя подписанная редакция.
        </Banner>
      ) : null}
      {parts === 'extracts' && items.length > 1 ? (
        <SelectField label="Вопрос" value={item} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {items.map((each) => (
            <option key={each.id} value={each.id}>
              {each.position}. {shortened(each.title ?? '')}
            </option>
          ))}
        </SelectField>
      ) : null}
      {video?.url ? (
        <Suspense fallback={<Skeleton width="100%" height={280} />}>
          <OwnRecording
            protocol={{ ...protocol, id, video, recordings }}
            title={title}
            reread={() => client.fetchQuery({ ...ownProtocolQuery(id), staleTime: 0, retry: false })}
          />
        </Suspense>
      ) : null}
      {model ? (
        <>
          <DocumentPages model={model} />
          <PaperDocument model={model} />
        </>
      ) : null}
      {attachments.length > 0 ? (
        <Card title="Приложения">
          <FileList
            label="Приложения"
            files={attachments.map(({ id: key, name, title: called, size, url }) => ({
              ...{ key, name: name || 'Файл без названия', size, url },
              title: called ?? undefined,
            }))}
          />
        </Card>
      ) : null}
    </>
  );
}

/** Downloads the PDF of a signed protocol, or of an extract, under its file name. */
function useOwnPdf(id: string) {
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
