import Bell from 'lucide-react/icons/bell';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Notice } from '#contract/notices/notice.ts';
import { noticeAddress, noticeWords } from '#contract/notices/notice-words.ts';
import { noticesOnPage, readNotices, useNotices, useUnreadNotices } from '#src/data/notice/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { deviceZone, formatClock, formatMoment, readDate, toDayValue } from '#src/format/index.ts';
import { enqueue, errorWords } from '#src/sync/index.ts';
import { Button, classNames, EmptyState, IconButton, layout, Skeleton, showToast, useToday } from '#src/ui/index.ts';
import styles from './notices.module.css';

/** All notices of the person, the newest first; `onLeave` is called when one of them leads elsewhere. */
export function NoticeList({ onLeave }: { onLeave: () => void }) {
  const [page, setPage] = useState(1);
  const query = useNotices(page);
  const unread = useUnreadNotices() ?? 0;
  const top = useRef<HTMLDivElement>(null);
  const turn = (to: number) => {
    setPage(to);
    top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} className={styles.list}>
      <QueryView query={query} skeleton={<NoticeSkeleton />}>
        {({ rows, meta }) => {
          const total = meta.total ?? rows.length;
          if (total === 0) {
            return (
              <EmptyState icon={Bell} title="Уведомлений пока нет">
                Здесь будет видно, что вам поручили, что изменилось и чей срок подходит.
              </EmptyState>
            );
          }
          const newest = rows[0]?.created_at;
          return (
            <>
              {page === 1 && unread > 0 && newest ? (
                <Button
                  size="small"
                  variant="quiet"
                  icon={Check}
                  className={styles.all}
                  onClick={() => {
                    mark([], unread, newest);
                    top.current?.focus();
                  }}
                >
                  Прочитать все
                </Button>
              ) : null}
              <Groups rows={rows} onLeave={onLeave} />
              {total > noticesOnPage ? <Pages page={page} total={total} onTurn={turn} /> : null}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

/**
 * Marks these notices read, and all up to a moment: here at once, on the server when it can be reached. The queue tells
 * of a refusal; a device that cannot queue it sends it now, and tells itself.
 */
function mark(ids: readonly string[], count: number, until?: string): void {
  enqueue(readNotices, { ids, count, until, at: new Date().toISOString() }).catch((error: unknown) => {
    const what = until === undefined ? 'Уведомление осталось непрочитанным' : 'Уведомления остались непрочитанными';
    showToast(what, { detail: errorWords(error).words, tone: 'bad' });
  });
}

function Groups({ rows, onLeave }: { rows: readonly Notice[]; onLeave: () => void }) {
  const today = useToday();
  const isOfToday = ({ created_at }: Notice) => toDayValue(readDate(created_at) ?? new Date(0)) === today;
  const groups: [string, readonly Notice[]][] = [
    ['Сегодня', rows.filter(isOfToday)],
    ['Ранее', rows.filter((row) => !isOfToday(row))],
  ];
  return groups.map(([title, own]) =>
    own.length > 0 ? (
      <section key={title} aria-label={title}>
        <h3 className={styles.group}>{title}</h3>
        <ul className={styles.rows}>
          {own.map((row) => (
            <NoticeRow key={row.id} notice={row} isOfToday={title === 'Сегодня'} onLeave={onLeave} />
          ))}
        </ul>
      </section>
    ) : null,
  );
}

interface NoticeRowProps {
  notice: Notice;
  isOfToday: boolean;
  onLeave: () => void;
}

function NoticeRow({ notice, isOfToday, onLeave }: NoticeRowProps) {
  const reading = { today: toDayValue(new Date()), zone: deviceZone() };
  const { title, name, detail } = noticeWords(notice, reading);
  const address = noticeAddress(notice, reading.zone);
  const isUnread = !notice.read_at;
  const read = () => {
    if (isUnread) mark([notice.id], 1);
  };
  const open = () => {
    read();
    onLeave();
  };
  const words = isUnread ? `Не прочитано. ${title}` : title;
  return (
    <li className={classNames(styles.row, isUnread && styles.unread)}>
      <div className={styles.words}>
        <NoticeTitle address={address} label={`${words}: ${name}`} onOpen={open}>
          {title}
        </NoticeTitle>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>
          {[detail, notice.is_gone ? (notice.meeting_id ? 'Встреча удалена' : 'Удалено из протокола') : '']
            .filter(Boolean)
            .join('. ')}
        </p>
      </div>
      <div className={styles.side}>
        <time dateTime={notice.created_at} className={styles.time}>
          {isOfToday ? formatClock(notice.created_at) : formatMoment(notice.created_at)}
        </time>
        {isUnread ? (
          <IconButton icon={Check} size="small" label={`Отметить прочитанным: ${title}, ${name}`} onClick={read} />
        ) : null}
      </div>
    </li>
  );
}

interface NoticeTitleProps {
  address: string | undefined;
  label: string;
  onOpen: () => void;
  children: ReactNode;
}

/** Title that links to the subject of the notice; plain text where the subject is gone. */
function NoticeTitle({ address, label, onOpen, children }: NoticeTitleProps) {
  if (!address) return <p className={styles.title}>{children}</p>;
  return (
    <Link to={address} aria-label={label} className={classNames(styles.title, styles.link)} onClick={onOpen}>
      {children}
    </Link>
  );
}

/** Buttons to the newer and the earlier page of a long list. */
function Pages({ page, total, onTurn }: { page: number; total: number; onTurn: (page: number) => void }) {
  const last = Math.ceil(total / noticesOnPage);
  const [first, end] = [(page - 1) * noticesOnPage + 1, Math.min(page * noticesOnPage, total)];
  return (
    <nav className={classNames(layout.row(2), styles.pages)} aria-label="Страницы уведомлений">
      <Button size="small" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        Новее
      </Button>
      <span className={styles.time} role="status">
        {first}–{end} из {total}
      </span>
      <Button size="small" disabled={page >= last} onClick={() => onTurn(page + 1)}>
        Ранее
      </Button>
    </nav>
  );
}

function NoticeSkeleton() {
  return (
    <div role="status" aria-label="Загрузка..." className={layout.stack(3)}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} width="100%" height={72} />
      ))}
    </div>
  );
}
