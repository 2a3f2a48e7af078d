import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, use, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { blocksOf, passages } from '#contract/protocols/formatted-text.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { useOffers } from '#src/data/provider/index.ts';
import {
  Button,
  classNames,
  isWriting,
  type OwnKeys,
  useOwnKeys,
  useShortcuts,
  useStableCallback,
} from '#src/ui/index.ts';
import { ItemAttachments } from '../attachments/item-attachments.tsx';
import { useAgendaConflict, useReopenRefusedItem } from '../conflict/use-agenda-conflict.ts';
import { EditingContext, OpenPartContext, useClosing, usePartSwitch } from '../editing/editing.ts';
import formStyles from '../editing/forms.module.css';
import { reserveFoot } from '../editing/keep-in-sight.ts';
import type { NameOf } from '../editing/people.ts';
import { type Caret, caretAt, placeOf } from '../editing/places.ts';
import { SaveFailure } from '../editing/save-failure.tsx';
import styles from '../editing/sheet.module.css';
import { useEditorAhead } from '../passages/passage-field.tsx';
import { MarkingBar } from '../playback/marking-bar.tsx';
import { useItemTasks } from '../tasks/use-decision-tasks.ts';
import { HistoryBar, handleOf, useAgendaActions } from './agenda-actions.tsx';
import { AgendaItemEditor } from './agenda-item-editor.tsx';
import { AgendaRow } from './agenda-row.tsx';
import footStyles from './agenda-section.module.css';
import { InsertAgenda } from './insert-agenda.tsx';
import questionStyles from './question-fields.module.css';
import type { Neighbour } from './question-keys.ts';
import { dropPlace, useDrag } from './use-drag.ts';
import { useShownAgenda } from './use-shown-agenda.ts';

const ItemPlaceDialog = lazy(async () => ({ default: (await import('./item-place-dialog.tsx')).ItemPlaceDialog }));

interface AgendaSectionProps {
  protocol: Protocol;
  nameOf: NameOf;
  onAnnounce: (words: string) => void;
}

const noKeys: readonly OwnKeys[] = [];
const group = 'На этом экране';
const itemKeys: readonly OwnKeys[] = [
  { either: ['Alt+↑', 'Alt+↓'], title: 'Переместить выбранный вопрос или решение', group },
  { either: ['Enter'], title: 'Следующее решение', group },
  { either: ['Tab', 'Shift+Tab'], title: 'В начале решения: подпункт и снова пункт', group },
  { either: ['Alt+Enter'], title: 'Решение становится поручением', group },
  { either: ['Ctrl+Enter', 'Ctrl+Shift+Enter'], title: 'Писать в следующем или предыдущем вопросе', group },
  { either: ['/'], title: 'В пустой строке: слушали, выступили, голосование, докладчик', group },
  { either: ['Пробел /'], title: 'После текста решения: голосование по нему', group },
  { either: ['@'], title: 'Вставить имя', group },
  { either: ['Esc'], title: 'Закончить вопрос', group },
];

const passageKeys: readonly OwnKeys[] = [
  { either: ['Ctrl+B', 'Ctrl+I', 'Ctrl+K'], title: 'Полужирный, курсив, ссылка', group },
  { either: ['Ctrl+Shift+8', 'Ctrl+Shift+7'], title: 'Список, нумерованный список', group },
];

/**
 * The agenda items in their order, each in read or edit mode, and «Вопрос повестки», which adds one. Memoised: rendered
 * again only when the protocol content changes.
 */
export const AgendaSection = memo(function AgendaSection({ protocol, nameOf, onAnnounce }: AgendaSectionProps) {
  const { readOnly, writer } = use(EditingContext);
  const { part, left } = use(OpenPartContext);
  const { formattedText } = useOffers();
  const openId = part && part.kind !== 'head' ? part.id : undefined;
  const { close } = useClosing(() => (openId && handleOf(openId)) || addButton());
  const done = useStableCallback((words?: string) => {
    close();
    onAnnounce(words ?? '');
  });
  const switchTo = usePartSwitch();
  const { actions, step, error, askedPlace, closePlace } = useAgendaActions(protocol.id, onAnnounce);
  const conflict = useAgendaConflict(protocol.id);
  useReopenRefusedItem(protocol.id);
  const tasksOf = useItemTasks(protocol.tasks);
  const agenda = protocol.agenda ?? [];
  const isThere = openId === undefined || agenda.some(({ id }) => id === openId);
  const shown = useShownAgenda(agenda, left, openId);
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  const canChange = !readOnly && part?.kind !== 'head' && writer !== undefined;
  const startDrag = useDrag((id, over) => {
    const place = dropPlace(agenda, id, over);
    if (place !== undefined) actions.move(id, place);
  });
  const own = useRef<HTMLDivElement>(null);
  // The same keys undo a deletion elsewhere on the page; with the focus inside the agenda they undo a change of the
  // agenda.
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
  const isWritable = canChange && agenda.length > 0;
  useOwnKeys(isWritable ? itemKeys : noKeys);
  useOwnKeys(isWritable && formattedText ? passageKeys : noKeys);
  useEditorAhead(isWritable && agenda.some((item) => passages.some((passage) => blocksOf(item, passage))));
  const moveByKeys = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey || !canChange) return;
    const { target } = event;
    // In a decision the same keys move that decision, and the event arrives with its default prevented.
    const isHeard = event.defaultPrevented || (target instanceof Element && isWriting(target) && !placeOf(target));
    const id = target instanceof Element && !isHeard && target.closest<HTMLElement>('[data-item]')?.dataset.item;
    if (!id || !agenda.some((each) => each.id === id)) return;
    event.preventDefault();
    actions.moveBy(id, by);
  };
  const go = useStableCallback((to: Neighbour, at: Caret) => {
    const place = shown.findIndex(({ id }) => id === openId) + (to === 'before' ? -1 : 1);
    const next = shown[place];
    if (next) void switchTo({ kind: 'item', id: next.id, at });
    else if (to === 'after-or-new') void switchTo({ kind: 'new-item', id: uuidv7(), at: { place: 'title' } });
  });
  const openAtClick = (event: MouseEvent<HTMLElement>) => {
    const { target, clientX, clientY } = event;
    if (!canChange || !(target instanceof Element) || target.closest(controls) || !getSelection()?.isCollapsed) return;
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item;
    const at = caretAt(target, { x: clientX, y: clientY });
    if (id && id !== openId && at) void switchTo({ kind: 'item', id, at });
  };
  const asked = agenda.findIndex(({ id }) => id === askedPlace);
  return (
    <div ref={own}>
      {shown.length > 0 ? (
        // The list itself is not interactive: keys and pointer events come from the controls inside it.
        <ol
          className={styles.agenda}
          aria-label="Повестка дня"
          data-editable={canChange ? '' : undefined}
          onClick={openAtClick}
          onKeyDown={moveByKeys}
          onPointerDown={canChange ? startDrag : undefined}
        >
          {shown.map((item, index) =>
            item.id === openId && writer ? (
              <li key={item.id} data-item={item.id} data-open="" className={styles.item}>
                <div ref={trackHeight} className={styles.parts}>
                  <AgendaItemEditor
                    protocolId={protocol.id}
                    itemId={item.id}
                    isThere={isThere}
                    position={index + 1}
                    at={part && part.kind !== 'head' ? part.at : undefined}
                    nameOf={nameOf}
                    writer={writer}
                    barPlace={barPlace}
                    total={agenda.length}
                    tasks={tasksOf(item.id)}
                    actions={actions}
                    onGo={go}
                    onDone={done}
                  />
                  <ItemAttachments itemId={item.id} position={index + 1} />
                </div>
              </li>
            ) : (
              <AgendaRow
                key={item.id}
                item={item}
                index={index}
                total={agenda.length}
                tasks={tasksOf(item.id)}
                nameOf={nameOf}
                actions={canChange ? actions : undefined}
              />
            ),
          )}
        </ol>
      ) : (
        <p className={styles.empty}>Повестка пока пуста: вопросов и решений в протоколе ещё нет.</p>
      )}
      <SaveFailure error={error} />
      {conflict && isThere && !openId ? (
        <p className={formStyles.failure} role="alert">
          Повестку изменили в другом месте. <Link to={`?write=${conflict.id}`}>Выбрать, что оставить</Link>
        </p>
      ) : null}
      {canChange ? (
        <div ref={reserveFoot} data-foot="" className={footStyles.foot}>
          <MarkingBar protocol={protocol} openId={openId} />
          <div ref={setBarPlace} className={questionStyles.barPlace} />
          {openId ? null : (
            <Button
              data-edit="new-item"
              variant="quiet"
              icon={Plus}
              className={classNames(styles.add, footStyles.begin)}
              onClick={() => void switchTo({ kind: 'new-item', id: uuidv7() })}
            >
              Вопрос повестки
            </Button>
          )}
          {openId ? null : <InsertAgenda onAnnounce={onAnnounce} />}
          <HistoryBar history={writer.history} onStep={step} />
        </div>
      ) : null}
      {asked >= 0 ? (
        <Suspense fallback={null}>
          <ItemPlaceDialog
            title={agenda[asked]?.title || 'Вопрос без названия'}
            place={asked + 1}
            total={agenda.length}
            onClose={closePlace}
            onMove={(place) => {
              closePlace();
              if (askedPlace) actions.move(askedPlace, place - 1);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
});

/** Elements that handle clicks themselves. */
const controls = 'button, a, input, textarea, select, label, [role="option"], [role="dialog"]';

function isWithin(place: HTMLElement | null): boolean {
  return place?.contains(document.activeElement) ?? false;
}

function addButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-edit="new-item"]');
}

/**
 * Ref callback for the content of the edited item: sets its height on the item, so that the browser lays out only this
 * item after each key and not the whole page with hundreds of others.
 */
function trackHeight(parts: HTMLElement | null) {
  const question = parts?.parentElement;
  if (!parts || !question) return;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    question.style.setProperty('contain-intrinsic-height', `${entry.contentRect.height}px`);
    question.dataset.measured = '';
  });
  observer.observe(parts);
  return () => observer.disconnect();
}
