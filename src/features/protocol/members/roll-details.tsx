import { useState } from 'react';
import type { Attendance } from '#contract/bodies/attendance.ts';
import type { Member } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { SelectField, TextField } from '#src/ui/index.ts';
import { clockOf } from './attendance.ts';
import styles from './roll-call.module.css';
import { momentAt, oddTimes } from './roll-marks.ts';

interface RollDetailsProps {
  member: Member;
  name: string;
  /** People who may act as a proxy. */
  others: readonly { id: string; name: string }[];
  protocol: Protocol;
  onChange: (attendance: Attendance) => void;
}

/** Details of a mark: times of arrival and leaving, the proxy, or the reason of an absence. */
export function RollDetails({ member, name, others, protocol, onChange }: RollDetailsProps) {
  const { attendance } = member;
  if (!attendance) return null;
  return (
    <fieldset className={styles.details}>
      <legend>{name}</legend>
      {attendance.state === 'proxy' ? (
        <Holder attendance={attendance} others={others} onChange={onChange} />
      ) : attendance.state === 'absent' ? (
        <Words
          label="Причина отсутствия"
          value={attendance.reason}
          onChange={(reason) => onChange({ state: 'absent', ...(reason ? { reason } : {}) })}
        />
      ) : (
        <Times attendance={attendance} protocol={protocol} onChange={onChange} />
      )}
    </fieldset>
  );
}

type PartProps = Pick<RollDetailsProps, 'onChange'> & { attendance: Attendance };

/** Times of arrival and leaving; impossible times stay in the fields and are not saved. */
function Times({ attendance, protocol, onChange }: PartProps & Pick<RollDetailsProps, 'protocol'>) {
  const [typed, setTyped] = useState({
    arrived_at: clockOf(attendance.arrived_at),
    left_at: clockOf(attendance.left_at),
  });
  const [error, setError] = useState<string>();
  const change = (field: 'arrived_at' | 'left_at', clock: string) => {
    const now = { ...typed, [field]: clock };
    setTyped(now);
    // Both times are taken from the fields: a change saved a moment ago may not be shown yet.
    const day = protocol.held_at ?? attendance.arrived_at ?? attendance.left_at;
    const next = {
      ...attendance,
      arrived_at: momentAt(now.arrived_at, day),
      left_at: momentAt(now.left_at, day),
    };
    const isTurned = next.arrived_at && next.left_at && Date.parse(next.left_at) < Date.parse(next.arrived_at);
    setError(isTurned ? 'Уход раньше прибытия: время не сохранено' : undefined);
    if (!isTurned) onChange(next);
  };
  return (
    <div className={styles.times}>
      <TextField
        label="Время прибытия"
        type="time"
        value={typed.arrived_at}
        onChange={({ currentTarget }) => change('arrived_at', currentTarget.value)}
      />
      <TextField
        label="Время ухода"
        type="time"
        value={typed.left_at}
        error={error}
        onChange={({ currentTarget }) => change('left_at', currentTarget.value)}
      />
      <p role="status" className={styles.note}>
        {error ? '' : oddTimes(attendance, protocol)}
      </p>
    </div>
  );
}

/** Proxy: another member, or anybody by name. */
function Holder({ attendance, others, onChange }: PartProps & Pick<RollDetailsProps, 'others'>) {
  const known = others.find(({ id }) => id === attendance.proxy_id);
  const [isOther, setOther] = useState(!known && Boolean(attendance.proxy_name));
  return (
    <>
      <SelectField
        label="Кому выдана доверенность"
        value={isOther ? 'other' : (known?.id ?? '')}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === 'other');
          const holder = others.find(({ id }) => id === value);
          if (value !== 'other')
            onChange({
              state: 'proxy',
              ...(holder ? { proxy_id: holder.id, proxy_name: holder.name.slice(0, 300) } : {}),
            });
        }}
      >
        <option value="">Не указано</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="other">Другой человек</option>
      </SelectField>
      {isOther ? (
        <Words
          label="Имя представителя"
          value={attendance.proxy_name}
          onChange={(name) => onChange({ state: 'proxy', ...(name ? { proxy_name: name } : {}) })}
        />
      ) : null}
    </>
  );
}

interface WordsProps {
  label: string;
  value: string | null | undefined;
  /** Called with the text when the field is left or Enter is pressed. */
  onChange: (words: string) => void;
}

/** Text field of up to 300 characters; a longer text stays in the field and is not saved. */
function Words({ label, value, onChange }: WordsProps) {
  const [typed, setTyped] = useState(value ?? '');
  const words = typed.trim();
  const isLong = words.length > 300;
  const keep = () => {
    if (!isLong && words !== (value ?? '')) onChange(words);
  };
  return (
    <TextField
      label={label}
      value={typed}
      error={isLong ? 'Не больше 300 символов' : undefined}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => {
        if (key === 'Enter') keep();
      }}
    />
  );
}
