import { useQuery } from '@tanstack/react-query';
import { type NoticeSettings, type NoticeSettingsUpdate, usualQuiet } from '#contract/notices/notice.ts';
import { mailConnectedQuery } from '#src/data/provider/index.ts';
import { FieldRow, layout, SelectField, Tick } from '#src/ui/index.ts';
import { zoneChoices } from '../time-zones.ts';
import styles from './notices-tab.module.css';

/** Every half hour of a day. */
const halfHours = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

interface QuietHoursProps {
  settings: NoticeSettings;
  onChange: (change: NoticeSettingsUpdate) => void;
}

/** Hours during which no notices are sent to devices. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quiet_from, quiet_to, zone } = settings;
  const { data: hasMail = true } = useQuery(mailConnectedQuery());
  const isOn = Boolean(quiet_from && quiet_to);
  const zoneWords = zone ? zoneChoices(zone, new Date()).find(({ name }) => name === zone)?.words : undefined;
  const quiet = { quiet_from: usualQuiet.from, quiet_to: usualQuiet.to };
  return (
    <div className={layout.stack(3)}>
      <Tick
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? quiet : { quiet_from: null, quiet_to: null })}
      >
        Не присылать на устройства по ночам
      </Tick>
      {isOn ? (
        <FieldRow>
          <HourField
            label="С"
            value={quiet_from ?? ''}
            other={quiet_to ?? ''}
            onChange={(hour) => onChange({ quiet_from: hour })}
          />
          <HourField
            label="До"
            value={quiet_to ?? ''}
            other={quiet_from ?? ''}
            onChange={(hour) => onChange({ quiet_to: hour })}
          />
        </FieldRow>
      ) : null}
      <p className={styles.state}>
        {isOn ? `По времени организации${zoneWords ? ` (${zoneWords})` : ''}. ` : ''}
        {hasMail
          ? 'Список в приложении пополняется всегда, письма приходят сразу.'
          : 'Список в приложении пополняется всегда. Почта не подключена: письма никому не приходят.'}
      </p>
    </div>
  );
}

interface HourFieldProps {
  label: string;
  value: string;
  /** The other end, which is not offered: between equal hours there is no time. */
  other: string;
  onChange: (hour: string) => void;
}

/** Select of a time on the 24-hour clock, the same in every browser. */
function HourField({ label, value, other, onChange }: HourFieldProps) {
  const all = halfHours.includes(value) ? halfHours : [...halfHours, value].sort();
  const hours = all.filter((hour) => hour === value || hour !== other);
  return (
    <SelectField label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {hours.map((hour) => (
        <option key={hour}>{hour}</option>
      ))}
    </SelectField>
  );
}
