import { queryOptions, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { useCurrentUser } from '#src/data/person/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { SendQueue } from '#src/features/queue/index.ts';
import { readAppFile, useSession } from '#src/sync/index.ts';
import {
  Button,
  Card,
  DetailsSummary,
  FieldRow,
  layout,
  openShortcutHelp,
  Skeleton,
  useMediaQuery,
} from '#src/ui/index.ts';
import { installHint } from './install-hint.ts';
import { installOffer } from './install-offer.ts';
import { MotionChoice, TextSizeChoice, ThemeChoice } from './look-choices.tsx';
import { PasswordForm } from './password-form.tsx';
import { PasswordLink } from './password-link.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './settings-screen.module.css';
import { StorageUse } from './storage-use.tsx';

const FirstStepsCard = lazy(async () => ({ default: (await import('./state/first-steps.tsx')).FirstStepsCard }));
const CalendarSubscription = lazy(async () => ({
  default: (await import('./calendar-subscription.tsx')).CalendarSubscription,
}));

/** The person's own profile and password, and the app on this device. */
export function PersonalSettings() {
  const { role } = useSession();
  const { serverState } = useOffers();
  return (
    <div className={styles.cards}>
      <div className={layout.stack(4)}>
        <ProfileCard />
        <PasswordCard />
        <Suspense fallback={null}>{role === 'admin' && serverState ? <FirstStepsCard /> : null}</Suspense>
        <CalendarCard />
      </div>
      <div className={layout.stack(4)}>
        <Card title="Тема">
          <ThemeChoice />
        </Card>
        <Card title="Размер текста">
          <TextSizeChoice />
        </Card>
        <Card title="Анимация">
          <MotionChoice />
        </Card>
        <Card title="Установка">
          <InstallHelp />
        </Card>
        <Card title="Клавиатура">
          <KeyboardHelp />
        </Card>
        <Card anchor="queue" title="Очередь отправки">
          <SendQueue />
        </Card>
        <Card title="Память устройства">
          <StorageUse />
        </Card>
        <Card title="О приложении">
          <AboutApp />
        </Card>
      </div>
    </div>
  );
}

/** Version and licences of the app. */
function AboutApp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt>Версия</dt>
          <dd>{appVersion}</dd>
        </div>
      </dl>
      <Button size="small" className={styles.below} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Лицензии открытых программ
      </Button>
      {isOpen ? <Licences /> : null}
    </>
  );
}

declare const __APP_VERSION__: string | undefined;

/** Version from package.json, which vite.config.ts puts into the build. */
const appVersion = typeof __APP_VERSION__ === 'undefined' ? 'для разработки' : __APP_VERSION__;

/** Installs the app on this device: by a button where the browser offers it, else with instructions. */
function InstallHelp() {
  const isInstalled = useMediaQuery('standalone');
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  const [isTaken, setTaken] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const take = async () => {
    setTaken(await installOffer.take());
    // The button disappears with the offer.
    status.current?.focus();
  };
  if (isInstalled) return <p>Приложение установлено: оно открыто в своём окне.</p>;
  return (
    <>
      <p>С отдельным значком и своим окном «Протокол» открывается и без сети, а данные на устройстве целее.</p>
      {isOffered ? (
        <Button icon={Download} className={styles.below} onClick={() => void take()}>
          Установить
        </Button>
      ) : null}
      <p ref={status} tabIndex={-1} className={styles.quiet} role="status">
        {isTaken ? 'Приложение устанавливается: значок появится среди других приложений.' : null}
        {isTaken || isOffered ? null : installHint(navigator)}
      </p>
    </>
  );
}

/** Opens the list of shortcuts without a shortcut. */
function KeyboardHelp() {
  return (
    <>
      <p>Разделы и частые действия открываются одной или двумя клавишами.</p>
      <Button size="small" className={styles.below} aria-haspopup="dialog" onClick={openShortcutHelp}>
        Сочетания клавиш
      </Button>
    </>
  );
}

/** Change of the password: directly where the server supports it, else by the link that every provider sends. */
function PasswordCard() {
  const { data: me } = useCurrentUser();
  const { ownPassword } = useOffers();
  if (ownPassword === 'none') return null;
  return (
    <Card title="Пароль">
      {ownPassword === undefined ? <Skeleton width="100%" height={336} /> : null}
      {ownPassword === 'form' ? <PasswordForm email={me?.email} /> : null}
      {ownPassword === 'link' ? <PasswordLink key={me?.email} email={me?.email} /> : null}
    </Card>
  );
}

/** Subscription to one's own meetings, where the server supports it. */
function CalendarCard() {
  const { meetingInvitations } = useOffers();
  if (!meetingInvitations) return null;
  return (
    <Card title="Календарь по подписке">
      <Suspense fallback={<Skeleton width="100%" height={128} />}>
        <CalendarSubscription />
      </Suspense>
    </Card>
  );
}

/** Profile of the signed-in person, for editing. */
function ProfileCard() {
  const query = useCurrentUser();
  return (
    <Card title="Профиль">
      <QueryView query={query} skeleton={<ProfileSkeleton />}>
        {(me) => <ProfileForm key={me.id} me={me} />}
      </QueryView>
    </Card>
  );
}

/** Skeleton of the profile form: photo, facts, name, position beside organization, phone, button. */
function ProfileSkeleton() {
  return (
    <div className={styles.form} role="status" aria-label="Загрузка...">
      <Skeleton width="100%" height={94} />
      <Skeleton width="100%" height={82} />
      <Skeleton width="100%" height={64} />
      <FieldRow>
        <Skeleton width="100%" height={64} />
        <Skeleton width="100%" height={64} />
      </FieldRow>
      <Skeleton width="100%" height={64} />
      <Skeleton width={128} height={40} />
    </div>
  );
}

/** Packages that the app contains, each with its licence. */
function Licences() {
  const query = useQuery(licencesQuery());
  return (
    <QueryView query={query}>
      {({ packages, texts }) => (
        <ul className={styles.list} aria-label="Открытые программы">
          {packages.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`}>
              {text === undefined ? (
                <p className={styles.name}>
                  {name} {version} <span className={styles.licence}>{licence}</span>
                </p>
              ) : (
                <details>
                  <DetailsSummary className={styles.name}>
                    {name} {version} <span className={styles.licence}>{licence}</span>
                  </DetailsSummary>
                  <pre className={styles.text} lang="en">
                    {texts[text]}
                  </pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

const licences = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licence: z.catch(z.optional(z.string()), undefined),
      text: z.optional(z.number()),
    }),
  ),
  texts: z.array(z.string()),
});

/** The licences that the build writes beside the app (scripts/licences.ts). */
function licencesQuery() {
  return queryOptions({
    queryKey: ['licences'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readAppFile('/licences.json', licences, signal),
  });
}
