import Plus from 'lucide-react/icons/plus';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Body } from '#contract/bodies/body.ts';
import { bodyTitle, deleteBody, useBodies } from '#src/data/body/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { bodiesAddress, MeetingsTabs } from '#src/features/tabs/index.ts';
import { type Optimistic, useQueuedMutations, useQueueKnown } from '#src/sync/index.ts';
import {
  ButtonLink,
  Card,
  EmptyState,
  focusWhenLost,
  ListCount,
  PageHeader,
  Screen,
  ScreenBody,
  showToast,
  useShortcuts,
} from '#src/ui/index.ts';
import { FormSkeleton } from '../editing/form-skeleton.tsx';
import styles from './bodies.module.css';
import { BodyFormPart } from './body-form.tsx';
import { BodyList } from './body-list.tsx';
import { type OpenedBody, refusedBody } from './opened-body.ts';

const newAddress = `${bodiesAddress}&body=new`;

/** /main/meetings?tab=bodies: the person's own bodies; `&body=` opens one of them, `&body=new` a new one. */
export function BodiesScreen() {
  const [address] = useSearchParams();
  const asked = address.get('body');
  const write = address.get('write');
  if (asked || write) return <OneBody key={asked ?? write} id={asked} write={write} />;
  return <AllBodies />;
}

function AllBodies() {
  const navigate = useNavigate();
  const { query, unread } = useBodies();
  useShortcuts([
    { keys: 'n', title: 'Новая комиссия или отдел', group: 'Создать', run: () => void navigate(newAddress) },
  ]);
  const deletion = useDeletion({
    kind: deleteBody,
    variables: (body: Optimistic<Body>) => ({ id: body.id, name: bodyTitle(body) }),
    onDeleted: () => focusWhenLost(() => document.querySelector('h1')),
  });
  return (
    <Screen>
      <PageHeader
        title="Комиссии и отделы"
        count={<ListCount of={query.data?.length} />}
        actions={
          <ButtonLink variant="primary" icon={Plus} to={newAddress}>
            Добавить
          </ButtonLink>
        }
      />
      <MeetingsTabs />
      <ConnectionBanner shownAt={query.data ? query.dataUpdatedAt : undefined} />
      <ScreenBody>
        <Card bare className={styles.list}>
          {unread ? (
            <>
              <p className={styles.alone}>
                Показано только то, что ещё не отправлено: остальное появится, когда вернётся подключение.
              </p>
              <BodyList bodies={unread} onDelete={deletion.start} />
            </>
          ) : (
            <QueryView query={query}>
              {(bodies) =>
                bodies.length > 0 ? (
                  <BodyList bodies={bodies} onDelete={deletion.start} />
                ) : (
                  <EmptyState
                    icon={UsersRound}
                    title="Комиссий и отделов пока нет"
                    actions={
                      <ButtonLink icon={Plus} to={newAddress}>
                        Добавить
                      </ButtonLink>
                    }
                  >
                    Запишите один раз состав, постоянные вопросы и кворум: новые встречи и протоколы заполнятся сами.
                  </EmptyState>
                )
              }
            </QueryView>
          )}
        </Card>
      </ScreenBody>
      <DeletionQuestion deletion={deletion} title="Удалить?" failed="Не удалено" it="это">
        {(body) => <p>«{bodyTitle(body)}» будет удалено. Встречи и протоколы останутся.</p>}
      </DeletionQuestion>
    </Screen>
  );
}

interface OneBodyProps {
  /** Id of the body, or `new`. */
  id: string | null;
  /** Id of a queued mutation that waits for the person. */
  write: string | null;
}

function OneBody({ id, write }: OneBodyProps) {
  const navigate = useNavigate();
  const { query, known } = useBodies();
  const rows = useQueuedMutations();
  const isKnown = useQueueKnown();
  // Kept in state: data read or sent meanwhile must not replace the form in which somebody is typing.
  const [opened, setOpened] = useState<OpenedBody>();
  const row = rows.find((each) => each.id === write || (id !== null && each.subject === id && refusedBody(each)));
  const found = known.find((body) => body.id === id);
  if (!opened && isKnown) {
    const refused = refusedBody(row);
    if (refused) setOpened(refused);
    else if (id === 'new') setOpened({ base: undefined, shown: undefined, refused: undefined });
    else if (found) setOpened({ base: found, shown: found, refused: undefined });
  }
  const title = opened?.shown
    ? bodyTitle(opened.shown)
    : id === 'new'
      ? 'Новая комиссия или отдел'
      : 'Комиссия или отдел';
  const back = () => navigate(bodiesAddress, { replace: true });
  return (
    <Screen>
      <PageHeader title={title} />
      <MeetingsTabs />
      <ConnectionBanner shownAt={query.data ? query.dataUpdatedAt : undefined} />
      <ScreenBody>
        {opened ? (
          <BodyFormPart
            opened={opened}
            onSaved={(name, kept) => {
              showToast('Сохранено', { detail: kept ? `${name}. ${queuedWords}` : name });
              void back();
            }}
            onDropped={() => void back()}
          />
        ) : (
          <Missing query={query} isKnown={isKnown} />
        )}
      </ScreenBody>
    </Screen>
  );
}

function Missing({ query, isKnown }: { query: ReturnType<typeof useBodies>['query']; isKnown: boolean }) {
  if (!isKnown) return <FormSkeleton />;
  return (
    <QueryView query={query} skeleton={<FormSkeleton />}>
      {() => (
        <EmptyState
          icon={UsersRound}
          title="Здесь больше ничего нет"
          actions={<ButtonLink to={bodiesAddress}>Ко всем комиссиям и отделам</ButtonLink>}
        >
          Это удалили, или изменение уже отправлено.
        </EmptyState>
      )}
    </QueryView>
  );
}
