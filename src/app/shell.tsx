import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import Mic from 'lucide-react/icons/mic';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Role } from '#contract/roles.ts';
import { renewPush, useHasNotices } from '#src/data/notice/index.ts';
import { lengthWords } from '#src/data/recording/index.ts';
import { closeNotices, useNoticesOpen } from '#src/features/notices/notice-panel.ts';
import { closeQueue, followBadge, followRefusals, UndoBar, useQueuePanel } from '#src/features/queue/index.ts';
import { counted } from '#src/format/index.ts';
import { outbox, useLeftRecordings } from '#src/sync/index.ts';
import {
  Banner,
  ButtonLink,
  endVisitStart,
  loadConfirmDialog,
  loadLateParts,
  Spinner,
  showTabbedFields,
  Toaster,
  whenStarted,
} from '#src/ui/index.ts';
import { NavRail } from './nav-rail.tsx';
import { SearchPanel } from './search-panel.tsx';
import styles from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { UpdateBanner } from './update-banner.tsx';
import { useLeave } from './use-leave.tsx';

/** Layout of the app: navigation rail, screen, undo bar, toast, and the panels over them. */
export function Shell({ role }: { role: Role }) {
  const { leave, question } = useLeave();
  useEffect(endTransitions, []);
  useEffect(followBadge, []);
  useEffect(followRefusals, []);
  useEffect(showTabbedFields, []);
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        К содержанию
      </a>
      <NavRail role={role} onLogout={leave} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <div className={styles.notices}>
          <UpdateBanner />
          <LeftRecordingsBanner />
        </div>
        <Suspense fallback={<Spinner page />}>
          <Outlet context={role} />
        </Suspense>
      </main>
      {question}
      <QueuePanel />
      <NoticePanel />
      <SearchPanel role={role} />
      <Shortcuts role={role} />
      <UndoBar />
      <Toaster />
      <ScrollRestoration />
    </div>
  );
}

/**
 * Dispatches `transitionend` for every cancelled transition. react-aria records which properties of an element are in
 * transition but listens for `transitioncancel` only once: an element removed during two transitions would stay in its
 * list, and with it a whole screen in memory. Returns a function that stops it.
 */
function endTransitions(): () => void {
  const end = ({ target, propertyName }: TransitionEvent) => {
    const event = new TransitionEvent('transitionend', { propertyName });
    // Events of a removed element do not bubble, so the event is dispatched at the document in its place.
    Object.defineProperty(event, 'target', { value: target });
    document.dispatchEvent(event);
  };
  const follow = ({ target }: TransitionEvent) => {
    if (target instanceof HTMLElement) target.addEventListener('transitioncancel', end);
  };
  document.addEventListener('transitionrun', follow);
  return () => document.removeEventListener('transitionrun', follow);
}

/**
 * Banner of recordings that were neither sent nor discarded; on every screen but that of their protocol, which offers
 * both.
 */
function LeftRecordingsBanner() {
  const { pathname } = useLocation();
  const elsewhere = useLeftRecordings().filter(({ protocolId }) => !pathname.endsWith(addressOf(protocolId)));
  const [first] = elsewhere;
  if (!first) return null;
  return (
    <Banner
      icon={Mic}
      title={
        elsewhere.length > 1
          ? `${counted(elsewhere.length, 'незаконченная запись', 'незаконченные записи', 'незаконченных записей')}.`
          : `Незаконченная запись, ${lengthWords(first.millis)}.`
      }
      action={
        <ButtonLink to={addressOf(first.protocolId)} size="small">
          К протоколу с записью
        </ButtonLink>
      }
    >
      {elsewhere.length > 1 ? 'Они сохранены' : 'Она сохранена'} на этом устройстве: отправьте или удалите в протоколе.
    </Banner>
  );
}

function addressOf(protocolId: string): string {
  return protocolAddress(outbox.currentId(protocolId));
}

/**
 * Ends the start of the visit once the queries of the first screen are answered. Returns a function that cancels it.
 */
function followFirstAnswers(client: QueryClient): () => void {
  let hasAsked = false;
  const stop = client.getQueryCache().subscribe(() => {
    const isAsking = client.isFetching() > 0;
    if (hasAsked && !isAsking) {
      stop();
      endVisitStart();
    }
    hasAsked ||= isAsking;
  });
  return stop;
}

const load = () => import('./queue-drawer.tsx');
const QueueDrawer = lazy(async () => ({ default: (await load()).QueueDrawer }));

/** «Очередь отправки» over the current screen; its code is loaded in advance, for use offline. */
function QueuePanel() {
  const panel = useQueuePanel();
  // Loaded together with the dialogs of the queue, after the first screen, which takes precedence.
  useEffect(
    () => whenStarted(() => void Promise.all([load(), loadConfirmDialog(), loadLateParts()]).catch(() => undefined)),
    [],
  );
  const client = useQueryClient();
  useEffect(() => followFirstAnswers(client), [client]);
  // Closed on unmount, so that it is not open for the next person.
  useEffect(() => closeQueue, []);
  if (!panel) return null;
  return (
    <Suspense fallback={null}>
      <QueueDrawer wanted={panel.writes} />
    </Suspense>
  );
}

const loadNotices = () => import('./notice-drawer.tsx');
const NoticeDrawer = lazy(async () => ({ default: (await loadNotices()).NoticeDrawer }));

/** List of notices over the current screen; its code is loaded in advance, for use offline. */
function NoticePanel() {
  const hasNotices = useHasNotices();
  const isOpen = useNoticesOpen();
  useEffect(() => {
    if (!hasNotices) return undefined;
    return whenStarted(() => void Promise.all([loadNotices(), renewPush()]).catch(() => undefined));
  }, [hasNotices]);
  // Closed on unmount, so that it is not open for the next person.
  useEffect(() => closeNotices, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <NoticeDrawer />
    </Suspense>
  );
}
