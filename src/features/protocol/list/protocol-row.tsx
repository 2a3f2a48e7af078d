import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderOpen from 'lucide-react/icons/folder-open';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { protocolTitle } from '#src/data/protocol/index.ts';
import { foundPlace } from '#src/data/search/index.ts';
import { StageBadge } from '#src/features/badges/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatMoment, formatNumber, formatPercent, formatTimecode, stageNumber } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { FigureLink, Icon, MarkedText, MenuButton, rowAction, Skeleton, showToast } from '#src/ui/index.ts';
import { type DownloadNote, useDocumentDownload } from '../documents/use-document-download.ts';
import { mayBeDeleted } from '../editing/delete-protocol.tsx';
import { processingPercent } from '../editing/stage-steps.ts';
import { momentQuery, placeParameter } from '../playback/moment-query.ts';
import styles from './protocol-list.module.css';

interface ProtocolRowProps {
  protocol: Optimistic<Protocol>;
  /** The state of what is queued or running on this device, in words. */
  note?: string | undefined;
  /** The progress of its upload, 0 to 1. */
  progress?: number | undefined;
  onDelete: (protocol: Protocol) => void;
}

/** One protocol of the list; the whole row opens it. */
export const ProtocolRow = memo(function ProtocolRow({ protocol, note, progress, onDelete }: ProtocolRowProps) {
  const { id, number, held_at, tasks_total, tasks_done, members_total, moment, found, unsent } = protocol;
  const navigate = useNavigate();
  const download = useDocumentDownload(protocol, toastNote);
  const title = protocolTitle(protocol);
  const href = protocolAddress(id);
  return (
    <tr data-thing={id}>
      <td className={styles.number}>
        <span dir="auto">{number ?? '—'}</span>
      </td>
      <td className={styles.title}>
        <Link to={href} dir="auto" title={title}>
          {found?.in === 'title' ? <MarkedText text={title} marks={found.marks} /> : title}
        </Link>
        {unsent && unsent.state !== 'sent' ? (
          <span className={styles.unsent}>
            <UnsentMark unsent={unsent} />
          </span>
        ) : null}
        {found && found.in !== 'title' ? (
          <span className={styles.snippet}>
            <span>{foundPlace(found)}</span> <MarkedText text={found.text} marks={found.marks} />
          </span>
        ) : null}
        {moment?.quote ? (
          <Link
            className={styles.moment}
            to={`${href}?${momentQuery(moment)}`}
            aria-label={`Смотреть с ${formatTimecode(moment.start)}: «${moment.quote}»`}
          >
            <Icon of={Play} size={12} />
            <span>{formatTimecode(moment.start)}</span>&nbsp;— «<bdi>{moment.quote}</bdi>»
          </Link>
        ) : null}
        {note ? <span className={styles.note}>{note}</span> : null}
        {note && progress !== undefined ? (
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} style={{ width: `${progress * 100}%` }} />
          </span>
        ) : null}
      </td>
      <td className={styles.date}>{formatMoment(held_at) || '—'}</td>
      <td>
        <StageBadge stage={protocol.stage} detail={stageDetail(protocol)} />
      </td>
      <td className={`${styles.quiet} ${styles.tasks}`}>
        <FigureLink to={tasks_total ? `${href}?${placeParameter}=tasks` : undefined}>
          {tasks_total ? `${formatNumber(tasks_done ?? 0)} из ${formatNumber(tasks_total)}` : '—'}
        </FigureLink>
      </td>
      <td className={`${styles.quiet} ${styles.members}`}>
        <FigureLink to={typeof members_total === 'number' ? `${href}?${placeParameter}=members` : undefined}>
          {members_total ?? '—'}
        </FigureLink>
      </td>
      <td className={styles.menu}>
        <MenuButton
          icon={Ellipsis}
          className={rowAction}
          label={`Действия: ${title}`}
          actions={[
            { id: 'open', title: 'Открыть', icon: FolderOpen, onAction: () => void navigate(href) },
            { id: 'pdf', title: 'Скачать PDF', icon: Download, onAction: () => void download.start('pdf') },
            { id: 'docx', title: 'Скачать DOCX', icon: Download, onAction: () => void download.start('docx') },
            ...(mayBeDeleted(protocol)
              ? [{ id: 'delete', title: 'Удалить', icon: Trash2, danger: true, onAction: () => onDelete(protocol) }]
              : []),
          ]}
        />
      </td>
    </tr>
  );
});

function toastNote({ title, words, protocolId, tone }: DownloadNote): void {
  showToast(title, { detail: words, protocolId, tone });
}

/** Skeleton of a row in its final size. */
export function ProtocolRowSkeleton() {
  return (
    <tr aria-hidden>
      <td className={styles.number}>
        <Skeleton width={24} />
      </td>
      <td className={styles.title}>
        <Skeleton width="60%" />
      </td>
      <td className={styles.date}>
        <Skeleton width={124} />
      </td>
      <td>
        <Skeleton width={132} height={24} />
      </td>
      <td className={styles.tasks}>
        <Skeleton width={48} />
      </td>
      <td className={styles.members}>
        <Skeleton width={20} />
      </td>
      <td className={styles.menu} />
    </tr>
  );
}

function stageDetail({ stage, number, processing }: Protocol): string | undefined {
  if (stage === 'final' && number) return stageNumber(number);
  if (stage !== 'video_process') return undefined;
  const percent = processingPercent(processing);
  return percent === undefined ? undefined : `· ${formatPercent(percent)}`;
}
