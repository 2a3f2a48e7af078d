import type { LucideIcon } from 'lucide-react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId, useState } from 'react';
import { Icon, layout } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** Choice of the theme: light, dark, or the system's. */
export function ThemeChoice() {
  return (
    <ChoiceRow
      label="Тема"
      of={theme}
      choices={[
        { value: 'system', title: 'Как в системе', icon: Monitor },
        { value: 'light', title: 'Светлая', icon: Sun },
        { value: 'dark', title: 'Тёмная', icon: Moon },
      ]}
    />
  );
}

/** Choice of a text size larger than the browser's; zooming applies on top of it. */
export function TextSizeChoice() {
  return (
    <>
      <ChoiceRow
        label="Размер текста"
        of={textSize}
        choices={[
          { value: 'normal', title: 'Обычный' },
          { value: 'large', title: 'Крупный', className: styles.large },
          { value: 'larger', title: 'Очень крупный', className: styles.larger },
        ]}
      />
      <p className={styles.quiet}>Действует на этом устройстве. Масштаб браузера работает как обычно.</p>
    </>
  );
}

/** Choice of animations; the system's setting for reduced motion always applies. */
export function MotionChoice() {
  return (
    <ChoiceRow
      label="Анимация"
      of={motion}
      choices={[
        { value: 'system', title: 'Как в системе' },
        { value: 'off', title: 'Выключена' },
      ]}
    />
  );
}

interface ChoiceRowProps<T extends string> {
  label: string;
  choices: readonly { value: T; title: string; icon?: LucideIcon; className?: string | undefined }[];
  of: { read: () => T; apply: (value: T) => void };
}

/** Radio buttons of a display option, which applies at once and is stored on this device. */
function ChoiceRow<T extends string>({ label, choices, of }: ChoiceRowProps<T>) {
  const name = useId();
  const [chosen, setChosen] = useState(of.read);
  return (
    <fieldset className={layout.row(2)}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, title, icon, className }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => {
              of.apply(value);
              setChosen(value);
            }}
          />
          {icon ? <Icon of={icon} size={18} /> : null}
          <span className={className}>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface DeviceChoice<T extends string> {
  read: () => T;
  apply: (value: T) => void;
}

/**
 * A personal choice stored on this device. A value other than the default is a `data-` attribute of the root element;
 * head.js sets it before the first paint.
 */
function deviceChoice<T extends string>(
  key: string,
  usual: T,
  others: readonly T[],
  show: (value: T) => void = () => undefined,
): DeviceChoice<T> {
  return {
    read() {
      const kept = localStorage.getItem(key);
      return others.find((value) => value === kept) ?? usual;
    },
    apply(value) {
      if (value === usual) {
        localStorage.removeItem(key);
        delete document.documentElement.dataset[key];
      } else {
        localStorage.setItem(key, value);
        document.documentElement.dataset[key] = value;
      }
      show(value);
    },
  };
}

const theme = deviceChoice('theme', 'system', ['light', 'dark'], colourWindow);
const textSize = deviceChoice('text', 'normal', ['large', 'larger']);
const motion = deviceChoice('motion', 'system', ['off']);

/** Sets the browser's theme colour to match the theme; head.js does the same before the first paint. */
function colourWindow(chosen: 'system' | 'light' | 'dark'): void {
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { themeOf } = colour.dataset;
    if (chosen === 'system') colour.media = `(prefers-color-scheme: ${themeOf})`;
    else colour.media = themeOf === chosen ? 'all' : 'not all';
  }
}
