import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, memo, use, useCallback, useRef } from 'react';
import { Link } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import type { Protocol } from '#contract/protocol.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, isWriting, type OwnKeys, useOwnKeys, useShortcuts } from '#src/ui/index.ts';
import { useMerging, useReopening } from '../conflict/use-merging.ts';
import { EditingContext, useClosing, usePartSwitch } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/sheet.module.css';
import { useItemTasks } from '../tasks/use-item-tasks.ts';
import { HistoryBar, handleOf, useAgendaActions } from './agenda-actions.tsx';
import { AgendaItemEditor } from './agenda-item-editor.tsx';
import { AgendaMenu, AgendaRow, PlaceDialog } from './agenda-row.tsx';
import { dropPlace, useDrag } from './use-drag.ts';

interface AgendaSectionProps {
  protocol: Protocol;
  nameOf: NameOf;
  onSaid: (words: string) => void;
}

const noKeys: readonly OwnKeys[] = [];
const itemKeys: readonly OwnKeys[] = [
  { either: ['Alt+↑', 'Alt+↓'], title: 'Переместить выбранный вопрос', group: 'На этом экране' },
];

/**
 * The questions in their order, each read or being written, and «Вопрос повестки» that adds one. Drawn anew only where the
 * protocol says something else.
 */
export const AgendaSection = memo(function AgendaSection({ protocol, nameOf, onSaid }: AgendaSectionProps) {
  const { part, readOnly, writer } = use(EditingContext);
  const openId = part && part.kind !== 'head' ? part.id : undefined;
  const { close } = useClosing(() => (openId && handleOf(openId)) || addButton());
  const latest = useRef({ close, onSaid });
  latest.current = { close, onSaid };
  const done = useCallback((words = '') => {
    latest.current.close();
    latest.current.onSaid(words);
  }, []);
  const switchTo = usePartSwitch();
  const { ways, step, error, askedPlace, closePlace } = useAgendaActions(onSaid);
  const conflict = useMerging(protocol.id);
  useReopening(protocol.id);
  const tasksOf = useItemTasks(protocol.tasks);
  const agenda = protocol.agenda ?? [];
  // A question that is being added, or that somebody removed while it is edited here, comes last.
  const isThere = openId === undefined || agenda.some(({ id }) => id === openId);
  const shown = isThere ? agenda : [...agenda, { id: openId ?? '' }];
  const canChange = !readOnly && part?.kind !== 'head' && writer !== undefined;
  const startDrag = useDrag((id, over) => {
    const place = dropPlace(agenda, id, over);
    if (place !== undefined) ways.move(id, place);
  });
  const own = useRef<HTMLDivElement>(null);
  // The same keys undo a deletion elsewhere on the page: inside the agenda they mean the agenda.
  const isNearer = () => writer?.history.next('undo') !== undefined && isWithin(own.current);
  useShortcuts(
    canChange
      ? [
          {
            keys: 'ctrl+z',
            title: 'Отменить изменение повестки',
            group: 'На этом экране',
            run: () => step('undo'),
            isNearer,
          },
          { keys: 'ctrl+shift+z', title: 'Повторить отменённое', group: 'На этом экране', run: () => step('redo') },
        ]
      : [],
  );
  useOwnKeys(canChange && agenda.length > 1 ? itemKeys : noKeys);
  const moveByKeys = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey || !canChange) return;
    const { target } = event;
    const id =
      target instanceof Element && !isWriting(target) && target.closest<HTMLElement>('[data-item]')?.dataset.item;
    const index = agenda.findIndex((each) => each.id === id);
    if (!id || index < 0) return;
    event.preventDefault();
    ways.move(id, index + by);
  };
  const asked = agenda.findIndex(({ id }) => id === askedPlace);
  const failure = error ? errorWords(error) : undefined;
  return (
    <div ref={own}>
      {shown.length > 0 ? (
        // The keys and the pointer are those of the controls inside.
        <ol
          className={styles.agenda}
          aria-label="Повестка дня"
          onKeyDown={moveByKeys}
          onPointerDown={canChange ? startDrag : undefined}
        >
          {shown.map((item, index) =>
            item.id === openId && writer ? (
              <li key={item.id} data-item={item.id} data-open="" className={styles.item}>
                {isThere ? (
                  <div className={styles.top}>
                    <h2 className={styles.heading}>
                      <span className={styles.position}>{index + 1}.</span> Изменение вопроса
                    </h2>
                    <AgendaMenu id={item.id} index={index} total={agenda.length} isOpen ways={ways} />
                  </div>
                ) : null}
                <AgendaItemEditor
                  protocolId={protocol.id}
                  itemId={item.id}
                  isThere={isThere}
                  position={index + 1}
                  nameOf={nameOf}
                  writer={writer}
                  onDone={done}
                />
              </li>
            ) : (
              <AgendaRow
                key={item.id}
                item={item}
                index={index}
                total={agenda.length}
                tasks={tasksOf(item.id)}
                nameOf={nameOf}
                ways={canChange ? ways : undefined}
              />
            ),
          )}
        </ol>
      ) : (
        <p className={styles.empty}>Повестка пока пуста: вопросов и решений в протоколе ещё нет.</p>
      )}
      {failure ? (
        <p className={formStyles.failure} role="alert">
          <strong>Не сохранено. {failure.title}.</strong> {failure.words}
        </p>
      ) : null}
      {conflict && isThere && !openId ? (
        <p className={formStyles.failure} role="alert">
          Повестку изменили в другом месте. <Link to={`?write=${conflict.id}`}>Выбрать, что оставить</Link>
        </p>
      ) : null}
      {canChange ? (
        <div className={styles.foot}>
          {openId ? null : (
            <Button
              data-edit="new-item"
              variant="quiet"
              icon={Plus}
              className={styles.add}
              onClick={() => void switchTo({ kind: 'new-item', id: uuidv7() })}
            >
              Вопрос повестки
            </Button>
          )}
          <HistoryBar history={writer.history} onStep={step} />
        </div>
      ) : null}
      {asked >= 0 ? (
        <PlaceDialog
          title={agenda[asked]?.title || 'Вопрос без названия'}
          place={asked + 1}
          total={agenda.length}
          onClose={closePlace}
          onMove={(place) => {
            closePlace();
            if (askedPlace) ways.move(askedPlace, place - 1);
          }}
        />
      ) : null}
    </div>
  );
});

function isWithin(place: HTMLElement | null): boolean {
  return place?.contains(document.activeElement) ?? false;
}

function addButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-edit="new-item"]');
}
