import type { Device } from '#src/data/recording/index.ts';
import { SelectField } from '#src/ui/index.ts';

interface DeviceFieldProps {
  label: string;
  devices: readonly Device[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Which of several devices; nothing where there is no choice. */
export function DeviceField({ label, devices, chosen, onChoose }: DeviceFieldProps) {
  if (devices.length < 2) return null;
  return (
    <SelectField label={label} value={chosen ?? ''} onChange={({ target }) => onChoose(target.value)}>
      {devices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
