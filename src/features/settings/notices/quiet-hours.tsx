import { useState } from 'react';
import { clockHour, type NoticeSettings, type NoticeSettingsUpdate, usualQuiet } from '#contract/notice.ts';
import { FieldRow, layout, TextField, Tick } from '#src/ui/index.ts';
import { zoneChoices } from '../time-zones.ts';
import styles from './notices-tab.module.css';

interface QuietHoursProps {
  settings: NoticeSettings;
  onChange: (change: NoticeSettingsUpdate) => void;
}

/** Between which hours no device makes a sound; kept when a field is left. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quiet_from, quiet_to, zone } = settings;
  const zoneWords = zone ? zoneChoices(zone, new Date()).find(({ name }) => name === zone)?.words : undefined;
  const isOn = Boolean(quiet_from && quiet_to);
  const [hours, setHours] = useState({ from: quiet_from ?? usualQuiet.from, to: quiet_to ?? usualQuiet.to });
  const [error, setError] = useState<string>();
  const keep = () => {
    if (![hours.from, hours.to].every((hour) => clockHour.safeParse(hour).success)) {
      return setError('Укажите начало и конец, например 22:00 и 07:00');
    }
    setError(undefined);
    if (hours.from !== quiet_from || hours.to !== quiet_to) onChange({ quiet_from: hours.from, quiet_to: hours.to });
  };
  return (
    <div className={layout.stack(3)}>
      <Tick
        checked={isOn}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked
              ? { quiet_from: usualQuiet.from, quiet_to: usualQuiet.to }
              : { quiet_from: null, quiet_to: null },
          )
        }
      >
        Не присылать на устройства по ночам
      </Tick>
      {isOn ? (
        <FieldRow>
          <TextField
            label="С"
            type="time"
            value={hours.from}
            error={error}
            onChange={({ currentTarget }) => setHours({ ...hours, from: currentTarget.value })}
            onBlur={keep}
          />
          <TextField
            label="До"
            type="time"
            value={hours.to}
            onChange={({ currentTarget }) => setHours({ ...hours, to: currentTarget.value })}
            onBlur={keep}
          />
        </FieldRow>
      ) : null}
      <p className={styles.state}>
        {isOn ? `По времени организации${zoneWords ? ` (${zoneWords})` : ''}. ` : ''}
        Список в приложении пополняется всегда, письма приходят сразу.
      </p>
    </div>
  );
}
