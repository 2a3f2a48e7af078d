import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link, useNavigate } from 'react-router-dom';
import { bodyTitle, useBodies } from '#src/data/body/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { listedName } from '#src/format/index.ts';
import { Button, classNames, fieldStyles, Icon, IconButton, useChosen, useShortcuts } from '#src/ui/index.ts';
import { type MeetingView, meetingViews } from './base/meetings-address.ts';
import { MarkLegend } from './facts/protocol-icon.tsx';
import styles from './meetings-screen.module.css';

const viewNames: Record<MeetingView, string> = { month: 'Месяц', week: 'Неделя', day: 'День', list: 'Список' };
const units: Record<MeetingView, [previous: string, next: string]> = {
  month: ['Предыдущий месяц', 'Следующий месяц'],
  week: ['Предыдущая неделя', 'Следующая неделя'],
  day: ['Предыдущий день', 'Следующий день'],
  list: ['Предыдущий месяц', 'Следующий месяц'],
};

interface MeetingsToolbarProps {
  title: string;
  view: MeetingView;
  addressOf: (view: MeetingView) => string;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
}

/** Navigation between ranges and views. */
export function MeetingsToolbar({ title, view, addressOf, onStep, onToday }: MeetingsToolbarProps) {
  const navigate = useNavigate();
  const group = 'На этом экране' as const;
  useShortcuts([
    { keys: 't', title: 'Сегодня', group, run: onToday },
    { keys: '[', title: units[view][0], group, run: () => onStep(-1) },
    { keys: ']', title: units[view][1], group, run: () => onStep(1) },
    ...meetingViews.map((each, place) => ({
      keys: String(place + 1),
      title: viewNames[each],
      group,
      run: () => void navigate(addressOf(each)),
    })),
  ]);
  return (
    <div className={classNames(styles.toolbar, view === 'list' && styles.stays)}>
      <div className={styles.steps}>
        <Button size="small" onClick={onToday}>
          Сегодня
        </Button>
        <IconButton icon={ChevronLeft} size="small" label={units[view][0]} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronRight} size="small" label={units[view][1]} onClick={() => onStep(1)} />
      </div>
      <h2 aria-live="polite" className={styles.range}>
        {title}
      </h2>
      {view === 'list' ? null : <MarkLegend />}
      <nav className={styles.views} aria-label="Вид календаря">
        {meetingViews.map((each) => (
          <Link
            key={each}
            to={addressOf(each)}
            aria-current={each === view ? 'page' : undefined}
            className={styles.view}
          >
            {viewNames[each]}
          </Link>
        ))}
      </nav>
    </div>
  );
}

interface BodyFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Select of the body whose meetings are shown; renders nothing where there are no bodies. */
export function BodyFilter({ value, onChange }: BodyFilterProps) {
  const { known, query } = useBodies();
  const { bodies: isOffered } = useOffers();
  const [shown, show] = useChosen(value);
  if (known.length === 0 && !value) {
    const isAsked = isOffered !== false && query.data === undefined && !query.isError;
    // Its space is reserved until the bodies are known: on a phone it takes a line of its own and would move the
    // calendar.
    return isAsked ? <div aria-hidden className={classNames(styles.body, styles.bodyRoom)} /> : null;
  }
  return (
    <div className={classNames(fieldStyles.inside, styles.body)}>
      <select
        aria-label="Чьи встречи"
        className={classNames(fieldStyles.control, fieldStyles.select)}
        value={shown ?? ''}
        onChange={({ currentTarget }) => {
          const id = currentTarget.value || undefined;
          show(id);
          onChange(id);
        }}
      >
        <option value="">Все встречи</option>
        {shown && !known.some(({ id }) => id === shown) ? <option value={shown}>Выбранная комиссия</option> : null}
        {known.map((body) => (
          <option key={body.id} value={body.id}>
            {listedName(bodyTitle(body))}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={16} className={fieldStyles.chevron ?? ''} />
    </div>
  );
}
